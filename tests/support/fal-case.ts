export const P = 'A harbour at noon'

/** Addresses of input files on another server. */
export type Given = { picture: string; film: string; song: string }

/** A request to Polymuse, and the endpoint and inputs that fal must get for it. */
export type FalCase = [
  path: string,
  values: (given: Given) => Record<string, unknown>,
  endpoint: string,
  input: (given: Given) => Record<string, unknown>
]
