import { useQuery } from '@tanstack/react-query';
import { orpc } from './client.ts';

/** The auth settings of a project; every page that shows some shares them. */
export function authConfigQuery(ref: string) {
  return orpc.authConfig.v1Get.queryOptions({ input: { ref } });
}

export function useAuthConfig(ref: string) {
  return useQuery(authConfigQuery(ref));
}

/** Whether mail goes to the development mailbox; undefined while that is not known. */
export function useHasNoMailServer(ref: string): boolean | undefined {
  const { data } = useAuthConfig(ref);
  return data === undefined ? undefined : !data.smtp_host && data.hook_send_email_enabled !== true;
}
