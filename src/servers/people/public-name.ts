/**
 * Returns a user's name as others may read it. Some sign-ins put the e-mail address in its place,
 * which others must not see.
 */
export function publicName(name: string | null, email: string | null): string {
  return name === null || name.trim().toLowerCase() === email?.toLowerCase() ? '' : name
}
