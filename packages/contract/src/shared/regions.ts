/** Region labels. A machine has one place; the label tells people which one it is. */
export const REGIONS = {
  'us-east-1': 'East US (North Virginia)',
  'us-east-2': 'East US (Ohio)',
  'us-west-1': 'West US (North California)',
  'us-west-2': 'West US (Oregon)',
  'ca-central-1': 'Canada (Central)',
  'sa-east-1': 'South America (São Paulo)',
  'eu-west-1': 'West EU (Ireland)',
  'eu-west-2': 'West EU (London)',
  'eu-west-3': 'West EU (Paris)',
  'eu-central-1': 'Central EU (Frankfurt)',
  'eu-central-2': 'Central Europe (Zurich)',
  'eu-north-1': 'North EU (Stockholm)',
  'ap-south-1': 'South Asia (Mumbai)',
  'ap-east-1': 'East Asia (Hong Kong)',
  'ap-southeast-1': 'Southeast Asia (Singapore)',
  'ap-southeast-2': 'Oceania (Sydney)',
  'ap-northeast-1': 'Northeast Asia (Tokyo)',
  'ap-northeast-2': 'Northeast Asia (Seoul)',
} as const;
export type Region = keyof typeof REGIONS;
export const REGION_CODES = Object.keys(REGIONS) as [Region, ...Region[]];
export const DEFAULT_REGION: Region = 'us-east-1';

/** The region that stands for a group of regions. */
export const REGION_GROUPS = {
  americas: 'us-east-1',
  emea: 'eu-central-1',
  apac: 'ap-southeast-1',
} as const satisfies Record<string, Region>;

export const CONTINENTS = ['NA', 'SA', 'EU', 'AF', 'AS', 'OC', 'AN'] as const;
export type Continent = (typeof CONTINENTS)[number];
const REGION_CONTINENTS: Readonly<Record<string, Continent>> = {
  us: 'NA',
  ca: 'NA',
  sa: 'SA',
  eu: 'EU',
  ap: 'AS',
};

/** Where a region lies: `NA` for `us-east-1`. */
export function continentOf(region: Region): Continent {
  return region === 'ap-southeast-2' ? 'OC' : (REGION_CONTINENTS[region.slice(0, 2)] ?? 'NA');
}
