import { checkServerIdentity } from 'node:tls'
import { readCertificate, type SeenCertificate } from '#servers/lib/egress.ts'
import {
  createFindings,
  describeError,
  listAddresses,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'

const { ok, skipped, warning, failed } = createFindings('tls')

const DAY = 86_400_000

/** A certificate with fewer days left should have been renewed already. */
export const FEW_DAYS = 14

/** Checks the certificate of each public address with https. */
export async function checkTls(needs: DoctorNeeds): Promise<Finding[]> {
  const origins = listAddresses(needs.config)
    .map(({ origin }) => origin)
    .filter(origin => origin.startsWith('https:'))
  if (origins.length === 0) return [skipped('No public address begins with https://.')]
  return Promise.all(origins.map(origin => checkOrigin(needs, origin)))
}

async function checkOrigin(needs: DoctorNeeds, origin: string): Promise<Finding> {
  const { broken, lookup, now } = needs
  if (broken.has(origin)) return skipped(`${origin} cannot be reached by its name.`)
  let seen: SeenCertificate
  try {
    seen = await readCertificate(origin, lookup)
  } catch (error) {
    const why = describeError(error)
    // That nothing listens there is for the check of the proxy to say.
    if (why === 'ECONNREFUSED') return skipped(`Nothing listens at ${origin}.`)
    broken.add(origin)
    return failed(
      `${origin} gives no certificate (${why}).`,
      'Let the proxy answer with TLS at this address: see "Put a proxy in front" in README.md.'
    )
  }
  const finding = judgeCertificate(origin, seen, now())
  if (finding.state === 'failed') broken.add(origin)
  return finding
}

/**
 * Judges the certificate of an origin: its end, its name, and who signed it.
 * @param now unix milliseconds
 */
function judgeCertificate(
  origin: string,
  { certificate, refusal }: SeenCertificate,
  now: number
): Finding {
  const { hostname } = new URL(origin)
  const end = Date.parse(certificate.valid_to)
  const day = new Date(end).toISOString().slice(0, 10)
  const renew = 'Renew it: `certbot renew`, and see why it was not renewed automatically.'
  if (end <= now) return failed(`The certificate of ${origin} expired on ${day}.`, renew)
  if (checkServerIdentity(hostname, certificate) !== undefined)
    return failed(
      `The certificate of ${origin} is not for ${hostname}, but for ${namesIn(certificate)}.`,
      `Get a certificate for ${hostname}, and name it in the proxy's file.`
    )
  if (refusal !== null)
    return failed(
      `Browsers do not trust the certificate of ${origin} (${refusal}).`,
      'Get one from Let’s Encrypt, and let the proxy send the whole chain (fullchain.pem).'
    )
  const days = Math.floor((end - now) / DAY)
  return days < FEW_DAYS
    ? warning(`The certificate of ${origin} ends in ${days} days, on ${day}.`, renew)
    : ok(`The certificate of ${origin} is valid until ${day}.`)
}

function namesIn({ subjectaltname, subject }: SeenCertificate['certificate']): string {
  return subjectaltname?.replaceAll('DNS:', '') ?? String(subject.CN)
}
