import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

export type DnsServer = {
  /** Address and port in the form that a resolver takes. */
  address: string
  /** Every query, as `A name` or `AAAA name`, oldest first. */
  asked: string[]
  close(): Promise<void>
}

const TYPES: Record<number, string> = { 1: 'A', 28: 'AAAA' }
const NO_SUCH_NAME = 3

/**
 * Starts a DNS server on this machine. It reads one query per packet.
 * @param answer returns the addresses of a name; an empty list means that the name does not exist,
 * null sends no response
 * @param ttl time to live of answers, in seconds
 */
export async function startDnsServer(
  answer: (name: string, type: string) => readonly string[] | null,
  ttl = 60
): Promise<DnsServer> {
  const asked: string[] = []
  const socket = createSocket('udp4', (packet, from) => {
    const { name, type, end } = questionIn(packet)
    asked.push(`${type} ${name}`)
    const found = answer(name, type)
    if (found === null) return
    const records = found
      .filter(address => isIPv6(address) === (type === 'AAAA'))
      .map(address => recordOf(address, ttl))
    socket.send(
      Buffer.concat([
        headerOf(packet, records.length, found.length === 0),
        packet.subarray(12, end),
        ...records
      ]),
      from.port
    )
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise(resolve => socket.close(() => resolve()))
  }
}

function questionIn(packet: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: TYPES[packet.readUInt16BE(at + 1)] ?? '',
    end: at + 5
  }
}

/** Builds the header: the query's id, one question, the number of answers. */
function headerOf(packet: Buffer, answers: number, missing: boolean): Buffer {
  const header = Buffer.alloc(12)
  packet.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (missing ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers, 6)
  return header
}

function recordOf(address: string, ttl: number): Buffer {
  const data = isIPv6(address)
    ? Buffer.from(longForm(address), 'hex')
    : Buffer.from(address.split('.').map(Number))
  const head = Buffer.alloc(12)
  // The name is a pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(isIPv6(address) ? 28 : 1, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(ttl, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** Expands an IPv6 address to its 32 hex digits. */
function longForm(address: string): string {
  const [left = '', right] = address.split('::')
  const groups = (text = ''): string[] => (text === '' ? [] : text.split(':'))
  const gap = right === undefined ? 0 : 8 - groups(left).length - groups(right).length
  return [...groups(left), ...Array.from({ length: gap }, () => '0'), ...groups(right)]
    .map(group => group.padStart(4, '0'))
    .join('')
}
