-- Extensions that this database could use, the installed ones first.
select
  name,
  installed_version,
  default_version,
  comment
from pg_available_extensions
order by installed_version is null, name;
