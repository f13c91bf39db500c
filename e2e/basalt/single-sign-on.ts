import type { ApiClient } from './api-client.ts';
import type { ProjectKeys } from './project-api.ts';

/** The certificate by which identity providers know a project. */
export async function samlCertificate(url: string): Promise<string> {
  const metadata = await (await fetch(`${url}/auth/v1/sso/saml/metadata`)).text();
  const [, certificate] = /X509Certificate>([^<]+)</.exec(metadata) ?? [];
  if (certificate === undefined) throw new Error(`No certificate in: ${metadata}`);
  return certificate;
}

/** Switches single sign-on on, with an identity provider for `example.com`. Its certificate is the project's own: nobody signs in. */
export async function addIdentityProvider(
  api: ApiClient,
  ref: string,
  { url, secret }: Pick<ProjectKeys, 'url' | 'secret'>,
): Promise<string> {
  await api.request('PATCH', `/v1/projects/${ref}/config/auth`, { saml_enabled: true });
  const until = Date.now() + 10_000;
  while ((await fetch(`${url}/auth/v1/sso/saml/metadata`)).status !== 200)
    if (Date.now() > until) throw new Error('Single sign-on was not switched on.');
  const certificate = await samlCertificate(url);
  const metadata_xml = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://idp.example.com"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/sign-in"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
  const made = await fetch(`${url}/auth/v1/admin/sso/providers`, {
    method: 'POST',
    headers: { apikey: secret, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'saml', metadata_xml, domains: ['example.com'] }),
  });
  if (made.status !== 201) throw new Error(`The identity provider was not taken: ${await made.text()}`);
  return certificate;
}
