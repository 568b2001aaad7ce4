import { expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import { platformRoutes } from '#servers/platform/routes.ts'

/** Calls that create something, move money, or return a secret only once. */
const CREATING = [
  'POST /api/v1/applications',
  'POST /api/v1/comparisons',
  'POST /api/v1/credentials',
  'POST /api/v1/credentials/{id}/rotate',
  'POST /api/v1/distribution-payouts',
  'POST /api/v1/operation/chat-models',
  'POST /api/v1/operation/own-services',
  'POST /api/v1/orders',
  'POST /api/v1/orders/{id}/pay',
  'POST /api/v1/orders/{id}/refund',
  'POST /api/v1/packages',
  'POST /api/v1/presets',
  'POST /api/v1/publications',
  'POST /api/v1/push',
  'POST /api/v1/redemption-codes',
  'POST /api/v1/redemptions',
  'POST /api/v1/services',
  'POST /api/v1/shorturl',
  'POST /api/v1/sites',
  'POST /api/v1/sites/{id}/featured',
  'POST /api/v1/sites/{id}/presets',
  'POST /library/projects'
]

/** Calls that spend credits: the actions of all services, and these. */
const SPENDING = [
  'POST /aichat/conversations',
  'POST /aichat/prompt-help',
  'POST /v1/chat/completions',
  'POST /v1/images/generations',
  'POST /{service}/run'
]
const actions = SERVICES.flatMap(service =>
  Object.keys(service.actions ?? {}).map(verb => `POST /${service.path}/${verb}`)
)

test.each([
  ['answer', CREATING],
  ['run', [...SPENDING, ...actions]]
])('exactly these calls can be repeated with their key: %s', (mode, expected) => {
  const found = [...platformRoutes, ...authRoutes, ...apiRoutes]
    .filter(({ once }) => once === mode)
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(found.toSorted()).toEqual(expected.toSorted())
})
