/** Of a key that nobody has: nothing is signed with it. */
const CERTIFICATE =
  'MIIBHTCBxaADAgECAhEA/stmRf4C3nvAYr6d3gN2eDAKBggqhkjOPQQDAjAOMQwwCgYDVQQDEwNpZHAwIBcNMjYxMTI2MDcxMjQ2WhgPMjA3NjExMTQwNzEyNDZaMA4xDDAKBgNVBAMTA2lkcDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLQAX4J1GqYEm4amm4kFo3N7dSEngYQfKHKsZ7CjA05hpQVRXaYKX9rm4JLgKk5TbAomisBAkdCHOEbAkOSZn8ujAjAAMAoGCCqGSM49BAMCA0cAMEQCIE8hP7grevc/Hsq3bve3W3XzWumtKC/FF/wjKzpFVgUwAiAfN5a++n7SpaxTDetTs3qyg+KSYtlo8W33O4sF9PwLYw==';

/** The SAML metadata of an identity provider. */
export function identityProvider(entityId: string): string {
  return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${CERTIFICATE}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entityId}/sign-in"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
}
