/** The account that a test server is started with. */
export const OWNER = {
  email: 'owner@example.com',
  password: 'six-sided columns of stone',
  accessToken: 'sbp_00112233445566778899aabbccddeeff00112233',
} as const;

/** What a project's database user gets as its password. */
export const DATABASE_PASSWORD = 'f3T!q9Zw-kD72pLx';
