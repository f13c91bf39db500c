export { authGatewayService } from './auth/auth-service.ts';
export { buildGateway, type GatewayOptions } from './gateway/build-gateway.ts';
export type { GatewayService } from './gateway/gateway-service.ts';
export { HeldProjects } from './project/held-projects.ts';
export type { ProjectRuntime } from './project/project-runtime.ts';
export { openRequestLog, type RequestLog } from './request-log/write-request-log.ts';
export { createRestService } from './rest/rest-service.ts';
export { createStorageService } from './storage/storage-service.ts';
