/** Where applications reach a project: its REST address without the service's part. */
export function projectUrl({ restUrl }: { restUrl: string }): string {
  return restUrl.replace(/\/rest\/v1\/?$/, '');
}
