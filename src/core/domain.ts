/** The problems of a domain name. Each has its own sentence, `site.domain.<problem>`. */
type DomainProblem =
  | 'domain_too_short'
  | 'domain_too_long'
  | 'label_too_short'
  | 'label_too_long'
  | 'label_starts_with_dash'
  | 'label_ends_with_dash'
  | 'label_invalid_chars'

const MAX_DOMAIN = 255
const MAX_LABEL = 63

/** Dots of other scripts, which a user may type. */
const DOTS = /[\u3002\uff0e\uff61]/g

/**
 * Checks a domain name. International names are measured in punycode.
 * @returns the first problem; null for a valid name
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

/** Converts international labels to punycode. A label without such a form stays as it is. */
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

/** Uses the URL parser, the only parser of international names that browsers and servers share. */
function asciiLabel(label: string): string {
  const foreign = /[^\0-\x7f]/.test(label)
  // Characters that end a host name in a URL, or are escapes there, are invalid in a name. The
  // parser must not interpret them. It would also hide a dash at either end of the label.
  if (!foreign || /[\0-\x2c/:-@[-^`{-\x7f]|^-|-$/.test(label)) return label
  const address = `http://${label}.invalid`
  return URL.canParse(address) ? new URL(address).hostname.slice(0, -'.invalid'.length) : label
}
