import { expect, test } from 'vitest'
import { dayAt, daysAgo, usageRequestParams, zoneText } from '#client/usage-filters.ts'
import {
  usageFilters,
  isFiltered,
  isDateRangeTooLong,
  usagePageQuery
} from '#sections/usage/filters.ts'

const plans = [{ id: 'plan', credentials: [{ id: 'key' }] }]
const read = (query: string, of: typeof plans | null = plans) =>
  usageFilters(new URL(`http://x/console/usages?${query}`), of)
const now = Date.UTC(2026, 10, 22, 12)

test('an address is parsed, and its invalid filters are left out and listed', () => {
  expect(
    read(
      'application_id=plan&credential_id=key&api_id=FLUX&state=Failed&from=2026-11-01&utc_offset=330'
    )
  ).toEqual({
    chosen: {
      application_id: 'plan',
      credential_id: 'key',
      api_id: 'flux',
      state: 'failed',
      search: '',
      from: '2026-11-01',
      to: '',
      utc_offset: 330
    },
    unknown: []
  })
  const nonsense =
    'application_id=other&credential_id=x&api_id=nobody/x&state=happy&from=2026-02-30&to=soon&utc_offset=1e9'
  const { chosen, unknown } = read(nonsense)
  expect(unknown).toEqual(['application_id', 'api_id', 'credential_id', 'state', 'from', 'to'])
  expect([isFiltered(chosen), chosen.utc_offset, usagePageQuery(chosen)]).toEqual([false, 0, ''])
  expect(read('application_id=%00&from=%F0%9F%92%A9', null).unknown).toEqual([
    'application_id',
    'from'
  ])
  expect(read('application_id=any-id', null).unknown).toEqual([])
})

test('days in the wrong order are swapped, and a call or its service becomes the filter', () => {
  expect(read('from=2026-11-02&to=2026-11-01').chosen).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-02'
  })
  expect(usageRequestParams(read('api_id=suno/lyrics&to=2026-11-01').chosen)).toEqual({
    api_id: 'suno/lyrics',
    created_at_max: '2026-11-01',
    utc_offset: '0'
  })
  // The only call of a service counts as the service, as the filter shows it.
  expect(usageRequestParams(read('api_id=flux/images').chosen)).toEqual({
    service: 'flux',
    utc_offset: '0'
  })
  expect(usageRequestParams(read('api_id=chat/chat').chosen)).toEqual({
    service: 'chat',
    utc_offset: '0'
  })
})

test('days are in the time zone of the user', () => {
  expect([dayAt(now, 0), dayAt(now, 720), dayAt(now, -721), daysAgo(7, now, 0)]).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-21',
    '2026-11-16'
  ])
  expect([zoneText(0), zoneText(330), zoneText(-90)]).toEqual(['UTC', 'UTC+05:30', 'UTC-01:30'])
})

test.each([
  ['', false],
  ['from=2025-10-19', false],
  ['from=2025-10-18', true],
  ['from=2025-10-18&to=2025-10-20', false],
  ['from=2000-01-01&to=9999-12-31', true]
])('whether %j spans more days than a summary covers is %j', (query, tooLong) => {
  expect(isDateRangeTooLong(read(query).chosen, now)).toBe(tooLong)
})
