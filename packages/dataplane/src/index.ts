export { buildGateway } from './gateway.ts';
