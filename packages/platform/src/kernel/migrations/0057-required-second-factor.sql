-- Whether members need a second factor of their account to reach the organization and its projects.
alter table organizations add requires_second_factor boolean not null default false;
