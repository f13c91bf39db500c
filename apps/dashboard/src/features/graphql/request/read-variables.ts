/** Variables as they are typed. @returns null for none, or why they cannot be read */
export function readVariables(text: string): { variables: object | null } | { problem: string } {
  if (text.trim() === '') return { variables: null };
  try {
    const variables: unknown = JSON.parse(text);
    if (typeof variables === 'object' && variables !== null && !Array.isArray(variables))
      return { variables };
    return { problem: 'Variables are a JSON object: { "name": "value" }.' };
  } catch (error) {
    return { problem: `The variables are not JSON: ${(error as Error).message}.` };
  }
}
