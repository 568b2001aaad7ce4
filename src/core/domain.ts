/** Each is a sentence of its own: `site.domain.<problem>`. */
export type DomainProblem =
  | 'domain_too_short'
  | 'domain_too_long'
  | 'label_too_short'
  | 'label_too_long'
  | 'label_starts_with_dash'
  | 'label_ends_with_dash'
  | 'label_invalid_chars'

const MAX_DOMAIN = 255
const MAX_LABEL = 63

/** Dots of other scripts, as a person may type them. */
const DOTS = /[\u3002\uff0e\uff61]/g

/**
 * What is wrong with a domain name, the first thing only; null for a good one. International names are measured as
 * they go over the line.
 */
export function checkDomain(text: string): DomainProblem | null {
  if (text === '') return 'domain_too_short'
  const ascii = asciiDomain(text)
  if (ascii.length > MAX_DOMAIN) return 'domain_too_long'
  for (const label of ascii.split('.')) {
    const problem = checkLabel(label)
    if (problem !== null) return problem
  }
  return null
}

/** A name in letters, digits and dashes: international labels in punycode. A label that has no such form stays as it is. */
export function asciiDomain(text: string): string {
  return text.replace(DOTS, '.').split('.').map(asciiLabel).join('.')
}

function checkLabel(label: string): DomainProblem | null {
  if (label === '') return 'label_too_short'
  if (label.length > MAX_LABEL) return 'label_too_long'
  if (label.startsWith('-')) return 'label_starts_with_dash'
  if (label.endsWith('-')) return 'label_ends_with_dash'
  return /^[a-z0-9_-]+$/i.test(label) ? null : 'label_invalid_chars'
}

/** The one parser of international names that browsers and servers share is that of addresses. */
function asciiLabel(label: string): string {
  const foreign = /[^\0-\x7f]/.test(label)
  // Signs that end a host in an address, or are escapes there, are wrong in a name and must not be read as such; a dash
  // at an end would no longer be at that end.
  if (!foreign || /[\0-\x2c/:-@[-^`{-\x7f]|^-|-$/.test(label)) return label
  const address = `http://${label}.invalid`
  return URL.canParse(address) ? new URL(address).hostname.slice(0, -'.invalid'.length) : label
}
