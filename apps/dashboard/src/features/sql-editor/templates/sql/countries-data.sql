-- A small table of the world to try queries on. Everybody may read it.
create type continent as enum (
  'Africa',
  'Antarctica',
  'Asia',
  'Europe',
  'North America',
  'Oceania',
  'South America'
);

create table countries (
  iso2 char(2) primary key,
  iso3 char(3) not null unique,
  name text not null unique,
  continent continent not null
);

comment on table countries is 'Some countries with their ISO 3166-1 codes.';

alter table countries enable row level security;

create policy "Everybody can read countries"
  on countries
  for select
  to anon, authenticated
  using (true);

insert into countries (iso2, iso3, name, continent) values
  ('AR', 'ARG', 'Argentina', 'South America'),
  ('AT', 'AUT', 'Austria', 'Europe'),
  ('AU', 'AUS', 'Australia', 'Oceania'),
  ('BD', 'BGD', 'Bangladesh', 'Asia'),
  ('BE', 'BEL', 'Belgium', 'Europe'),
  ('BO', 'BOL', 'Bolivia', 'South America'),
  ('BR', 'BRA', 'Brazil', 'South America'),
  ('CA', 'CAN', 'Canada', 'North America'),
  ('CH', 'CHE', 'Switzerland', 'Europe'),
  ('CL', 'CHL', 'Chile', 'South America'),
  ('CM', 'CMR', 'Cameroon', 'Africa'),
  ('CN', 'CHN', 'China', 'Asia'),
  ('CO', 'COL', 'Colombia', 'South America'),
  ('CU', 'CUB', 'Cuba', 'North America'),
  ('CZ', 'CZE', 'Czechia', 'Europe'),
  ('DE', 'DEU', 'Germany', 'Europe'),
  ('DK', 'DNK', 'Denmark', 'Europe'),
  ('EG', 'EGY', 'Egypt', 'Africa'),
  ('ES', 'ESP', 'Spain', 'Europe'),
  ('ET', 'ETH', 'Ethiopia', 'Africa'),
  ('FI', 'FIN', 'Finland', 'Europe'),
  ('FJ', 'FJI', 'Fiji', 'Oceania'),
  ('FR', 'FRA', 'France', 'Europe'),
  ('GB', 'GBR', 'United Kingdom', 'Europe'),
  ('GH', 'GHA', 'Ghana', 'Africa'),
  ('GR', 'GRC', 'Greece', 'Europe'),
  ('ID', 'IDN', 'Indonesia', 'Asia'),
  ('IE', 'IRL', 'Ireland', 'Europe'),
  ('IN', 'IND', 'India', 'Asia'),
  ('IS', 'ISL', 'Iceland', 'Europe'),
  ('IT', 'ITA', 'Italy', 'Europe'),
  ('JM', 'JAM', 'Jamaica', 'North America'),
  ('JP', 'JPN', 'Japan', 'Asia'),
  ('KE', 'KEN', 'Kenya', 'Africa'),
  ('KR', 'KOR', 'South Korea', 'Asia'),
  ('MA', 'MAR', 'Morocco', 'Africa'),
  ('MG', 'MDG', 'Madagascar', 'Africa'),
  ('MX', 'MEX', 'Mexico', 'North America'),
  ('NG', 'NGA', 'Nigeria', 'Africa'),
  ('NL', 'NLD', 'Netherlands', 'Europe'),
  ('NO', 'NOR', 'Norway', 'Europe'),
  ('NP', 'NPL', 'Nepal', 'Asia'),
  ('NZ', 'NZL', 'New Zealand', 'Oceania'),
  ('PE', 'PER', 'Peru', 'South America'),
  ('PH', 'PHL', 'Philippines', 'Asia'),
  ('PL', 'POL', 'Poland', 'Europe'),
  ('PT', 'PRT', 'Portugal', 'Europe'),
  ('RO', 'ROU', 'Romania', 'Europe'),
  ('SE', 'SWE', 'Sweden', 'Europe'),
  ('SN', 'SEN', 'Senegal', 'Africa'),
  ('TH', 'THA', 'Thailand', 'Asia'),
  ('TR', 'TUR', 'Türkiye', 'Asia'),
  ('TZ', 'TZA', 'Tanzania', 'Africa'),
  ('UA', 'UKR', 'Ukraine', 'Europe'),
  ('US', 'USA', 'United States', 'North America'),
  ('UY', 'URY', 'Uruguay', 'South America'),
  ('VN', 'VNM', 'Vietnam', 'Asia'),
  ('ZA', 'ZAF', 'South Africa', 'Africa');

select continent, count(*) as countries from countries group by continent order by continent;
