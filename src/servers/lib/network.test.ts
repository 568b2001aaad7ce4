import { expect, test } from 'vitest'
import { networkOf, wideNetworkOf } from '#servers/lib/network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1', null],
  ['::ffff:192.0.2.1', '192.0.2.1', null],
  ['::ffff:c000:201', '192.0.2.1', null],
  ['2001:db8:1:2:3::4', '2001:db8:1:2', '2001:db8:1:0/56'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2', '2001:db8:1:0/56'],
  ['2001:db8:1:ff::1', '2001:db8:1:ff', '2001:db8:1:0/56'],
  ['2001:db8:1:100::1', '2001:db8:1:100', '2001:db8:1:100/56'],
  ['2001:db8:2:2::1', '2001:db8:2:2', '2001:db8:2:0/56'],
  ['', '', null],
  ['no address', 'no address', null]
])('maps the address %j to the network %j, within %j', (address, network, wide) => {
  expect([networkOf(address), wideNetworkOf(address)]).toEqual([network, wide])
})
