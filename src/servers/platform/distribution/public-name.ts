/** A person's name as others may read it: some sign-ins bring an address in its place, which is none of their business. */
export function publicName(name: string | null, email: string | null): string {
  return name === null || name.trim().toLowerCase() === email?.toLowerCase() ? '' : name
}
