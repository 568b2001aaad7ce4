/**
 * Server tests that `npm test` runs on PostgreSQL too. They reach SQL that differs between the
 * databases, locks, transactions, search, events, leases or migrations. `npm run test:all` runs all
 * server tests on both.
 */
export const BOTH_DATABASES = [
  'src/servers/auth/sweep.test.ts',
  'src/servers/lib/database/*.test.ts',
  'src/servers/lib/rate-limit.test.ts',
  'src/servers/lib/shown-version.test.ts',
  ...[
    'account-delete',
    'backup-restore',
    'chat-list',
    'chat-list-index',
    'chat-search',
    'check-ledger',
    'distribution',
    'distribution-reversals',
    'events',
    'faults',
    'feed-resume',
    'free-amount',
    'guest',
    'ledger',
    'library',
    'library-rating',
    'margins',
    'migration',
    'money.property',
    'once',
    'once-faults',
    'once-leases',
    'operation',
    'order-payments',
    'payment-faults',
    'publications',
    'recover',
    'redemptions',
    'refunds',
    'revoked-streams',
    'sign-ins',
    'site-merge',
    'site-moves',
    'sites',
    'split',
    'storage-quota',
    'tables',
    'task-deletes',
    'tasks',
    'usages',
    'usages-summary'
  ].map(name => `tests/http/${name}.test.ts`)
]
