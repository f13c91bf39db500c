import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

const byRef = z.object({ ref: projectRef });

const vanityBody = byRef.extend({ vanity_subdomain: z.string().trim().toLowerCase().min(1).max(63) });

/** How far a host name is: each is a step of the former. The third is passed at once. */
export const HOSTNAME_STATUSES = [
  '1_not_started',
  '2_initiated',
  '3_challenge_verified',
  '4_origin_setup_completed',
  '5_services_reconfigured',
] as const;

const txtRecord = z.object({ txt_name: z.string(), txt_value: z.string() });

const customHostname = z.object({
  status: z.enum(HOSTNAME_STATUSES),
  custom_hostname: z.string(),
  data: z.object({
    success: z.boolean(),
    errors: z.array(z.unknown()),
    messages: z.array(z.unknown()),
    result: z.object({
      id: z.string(),
      hostname: z.string(),
      /** Certificates are the business of the proxy in front: the records are those that show whose the name is. */
      ssl: z.object({
        status: z.string(),
        validation_records: z.array(txtRecord),
        validation_errors: z.array(z.object({ message: z.string() })).optional(),
      }),
      ownership_verification: z.object({ type: z.string(), name: z.string(), value: z.string() }),
      /** Where the name must lead: the host of the project's own address. */
      custom_origin_server: z.string(),
      verification_errors: z.array(z.string()).optional(),
      status: z.string(),
    }),
  }),
});
export type CustomHostname = z.infer<typeof customHostname>;

const VANITY = '/v1/projects/{ref}/vanity-subdomain';
const HOSTNAME = '/v1/projects/{ref}/custom-hostname';

/** Another address of a project beside the one with its ref, which stays. It has one of the two. Changing it takes `update_project`. */
export const projectAddresses = {
  v1GetVanity: oc
    .route({ method: 'GET', path: VANITY })
    .input(byRef)
    .output(
      z.object({
        status: z.enum(['not-used', 'custom-domain-used', 'active']),
        /** The address, without its scheme. */
        custom_domain: z.string().optional(),
      }),
    ),
  v1CheckVanity: oc
    .route({ method: 'POST', path: `${VANITY}/check-availability`, successStatus: 201 })
    .input(vanityBody)
    .output(z.object({ available: z.boolean() })),
  v1ActivateVanity: oc
    .route({ method: 'POST', path: `${VANITY}/activate`, successStatus: 201 })
    .input(vanityBody)
    .output(z.object({ custom_domain: z.string() })),
  v1DeleteVanity: oc.route({ method: 'DELETE', path: VANITY }).input(byRef).output(z.void()),
  v1GetHostname: oc.route({ method: 'GET', path: HOSTNAME }).input(byRef).output(customHostname),
  /** Answers the TXT record that shows whose the name is. */
  v1InitializeHostname: oc
    .route({ method: 'POST', path: `${HOSTNAME}/initialize`, successStatus: 201 })
    .input(byRef.extend({ custom_hostname: z.string().trim().toLowerCase().min(1).max(253) }))
    .output(customHostname),
  /** Looks for the record. */
  v1ReverifyHostname: oc
    .route({ method: 'POST', path: `${HOSTNAME}/reverify`, successStatus: 201 })
    .input(byRef)
    .output(customHostname),
  /** Serves the project under its name, once the record was seen. */
  v1ActivateHostname: oc
    .route({ method: 'POST', path: `${HOSTNAME}/activate`, successStatus: 201 })
    .input(byRef)
    .output(customHostname),
  v1DeleteHostname: oc
    .route({ method: 'DELETE', path: HOSTNAME })
    .input(byRef.extend({ remove_addon: z.enum(['true', 'false']).optional() }))
    .output(z.void()),
};
