-- Projects whose server is not on this machine and yet ours: an operator in Kubernetes keeps it. It is reached as an attached one.
alter table projects add column server_keeper text check (server_keeper = 'kubernetes');
