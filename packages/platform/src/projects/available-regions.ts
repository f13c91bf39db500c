import {
  type AvailableRegions,
  type Continent,
  continentOf,
  DEFAULT_REGION,
  REGION_CODES,
  REGION_GROUPS,
  REGIONS,
  type Region,
} from '@basalt/contract';

const GROUP_NAMES = {
  americas: 'Americas',
  emea: 'Europe, Middle East and Africa',
  apac: 'Asia-Pacific',
} as const;
type Group = keyof typeof GROUP_NAMES;
const GROUPS = Object.keys(GROUP_NAMES) as Group[];
const GROUP_OF: Partial<Record<Continent, Group>> = {
  NA: 'americas',
  SA: 'americas',
  EU: 'emea',
  AF: 'emea',
};

/** The labels that a project can have as its region. Those of a continent come first when one is named. */
export function availableRegions(continent: Continent | undefined): AvailableRegions {
  const there = REGION_CODES.filter((code) => continentOf(code) === continent);
  const group = continent === undefined ? 'americas' : (GROUP_OF[continent] ?? 'apac');
  return {
    recommendations: {
      smartGroup: presentGroup(group),
      specific: (there.length > 0
        ? there
        : [continent === undefined ? DEFAULT_REGION : REGION_GROUPS[group]]
      ).map(presentRegion),
    },
    all: { smartGroup: GROUPS.map(presentGroup), specific: REGION_CODES.map(presentRegion) },
  };
}

const presentGroup = (code: Group) => ({ name: GROUP_NAMES[code], code, type: 'smartGroup' as const });

const presentRegion = (code: Region) => ({
  name: REGIONS[code],
  code,
  type: 'specific' as const,
  provider: 'AWS' as const,
});
