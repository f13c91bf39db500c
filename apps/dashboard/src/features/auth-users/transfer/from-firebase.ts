/** What the console of Firebase shows as the parameters of its hashes. */
export interface FirebaseParameters {
  signerKey: string;
  saltSeparator: string;
  rounds: string;
  memoryCost: string;
}

type Json = Record<string, unknown>;

/** Whether a user comes from an export of Firebase (`firebase auth:export`). */
export function isOfFirebase(user: Json): boolean {
  return typeof user.localId === 'string';
}

/** A user of Firebase's export in the words of an import. Its id stands in `app_metadata.firebase_id`. */
export function fromFirebase(
  user: Json,
  { signerKey, saltSeparator, rounds, memoryCost }: FirebaseParameters,
): Json {
  const { email, phoneNumber, displayName, photoUrl, passwordHash, salt, createdAt, lastSignedInAt } = user;
  const hash = [
    `$fbscrypt$v=1,n=${memoryCost.trim()},r=${rounds.trim()},p=1`,
    saltSeparator.trim() === '' ? '' : `,ss=${saltSeparator.trim()}`,
    `,sk=${signerKey.trim()}$${standard(salt)}$${standard(passwordHash)}`,
  ].join('');
  const known = {
    email,
    email_confirm: email === undefined ? undefined : user.emailVerified === true,
    phone: phoneNumber,
    phone_confirm: phoneNumber === undefined ? undefined : true,
    password_hash: passwordHash && salt && signerKey.trim() !== '' ? hash : undefined,
    created_at: timeOf(createdAt),
    last_sign_in_at: timeOf(lastSignedInAt),
    ban_duration: user.disabled === true ? '876000h' : undefined,
    user_metadata: given({ full_name: displayName, avatar_url: photoUrl }),
    app_metadata: { firebase_id: user.localId },
  };
  return given(known);
}

/** Firebase writes hashes in either alphabet of Base64. */
function standard(base64: unknown): string {
  return String(base64 ?? '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
}

/** From milliseconds since 1970, as text. */
function timeOf(text: unknown): string | undefined {
  const time = new Date(Number(text ?? Number.NaN));
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function given(values: Json): Json {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
}
