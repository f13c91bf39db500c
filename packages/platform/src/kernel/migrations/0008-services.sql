-- The newest restart of all services of the project. Processes that serve it let go of what they hold from before.
alter table projects add column services_restart uuid;
