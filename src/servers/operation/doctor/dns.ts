import ipaddr from 'ipaddr.js'
import { isPublicAddress } from '#servers/lib/egress.ts'
import {
  createFindings,
  describeError,
  listAddresses,
  type DoctorNeeds,
  type Finding,
  type PublicAddress
} from '#servers/operation/doctor/findings.ts'

const { ok, skipped, failed } = createFindings('dns')

/** Checks that the name of each public address has an IP address. */
export async function checkDns(needs: DoctorNeeds): Promise<Finding[]> {
  const addresses = listAddresses(needs.config)
  if (addresses.length === 0)
    return [skipped('No public address is set. Behind a proxy, set HUB_URL.')]
  return Promise.all(addresses.map(address => checkName(needs, address)))
}

async function checkName(
  { lookup, broken }: DoctorNeeds,
  { variable, origin }: PublicAddress
): Promise<Finding> {
  const name = new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(name)) return ok(`${origin} is an IP address and needs no name.`)
  const found = await new Promise<string[] | Error>(resolve =>
    lookup(name, { all: true }, (error, addresses) =>
      resolve(error ?? addresses.map(({ address }) => address))
    )
  )
  if (!(found instanceof Error) && found.length > 0) {
    const inside = found.every(address => !isPublicAddress(address))
    return ok(
      `${name} is at ${found.join(', ')}${inside ? ', which is reachable from your own network only' : ''}.`
    )
  }
  broken.add(origin)
  const why = found instanceof Error ? describeError(found) : 'no address'
  return failed(
    `${name} of ${variable} has no IP address (${why}).`,
    `At your DNS provider, add an A record for ${name} with this server's address, or correct ${variable}.`
  )
}
