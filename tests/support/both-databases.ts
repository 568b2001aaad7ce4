/**
 * Server tests that `npm test` runs on PostgreSQL too. They reach SQL that differs between the
 * databases, locks, transactions, search, events, leases or migrations. Others that do so take
 * longer than five seconds there, so only `npm run test:all` runs them, which runs all server tests
 * on both.
 */
export const BOTH_DATABASES = [
  'src/servers/auth/sweep.test.ts',
  'src/servers/lib/database/*.test.ts',
  'src/servers/lib/rate-limit.test.ts',
  'src/servers/lib/shown-version.test.ts',
  ...[
    'answer-repeats',
    'chat-list',
    'chat-list-index',
    'chat-search',
    'chat-search-index',
    'codes-once',
    'events',
    'feed-resume',
    'guest',
    'insight',
    'ledger',
    'ledger-watch',
    'library-search',
    'metrics',
    'migration',
    'once',
    'once-faults',
    'once-leases',
    'operation',
    'own-service-create',
    'redemptions',
    'secret-rotation',
    'split',
    'stolen-codes',
    'storage-quota',
    'tables',
    'tasks',
    'usages',
    'usages-summary'
  ].map(name => `tests/http/${name}.test.ts`)
]
