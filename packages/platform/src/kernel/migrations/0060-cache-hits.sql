-- Of the blocks that were wanted in a minute, those that were in memory. Null: none was wanted, or nobody knows.
alter table resource_samples add column cache_hit_percent real;
