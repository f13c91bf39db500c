export { withClient } from '@basalt/postgres';
