/**
 * For each table, the folder of `src/servers` that writes it. Code of other folders calls functions
 * of that folder.
 */
export const OWNERS: Readonly<Record<string, string>> = {
  account: 'auth',
  application: 'platform',
  audit: 'lib',
  audit_head: 'lib',
  audit_link: 'lib',
  block: 'platform',
  callback: 'api',
  chat_model: 'platform',
  code: 'auth',
  comparison_vote: 'platform',
  conversation: 'api',
  credential: 'platform',
  deleted_account: 'auth',
  distribution_history: 'platform',
  distribution_level: 'platform',
  distribution_status: 'platform',
  drift: 'drift',
  event: 'runs',
  featured: 'platform',
  file: 'files',
  free_slot: 'lib',
  fund: 'ledger',
  grant: 'auth',
  guest: 'api',
  hub_session: 'auth',
  idempotency: 'lib',
  key_rest: 'lib',
  ledger: 'ledger',
  library_item: 'library',
  library_source: 'library',
  library_words: 'library',
  mail: 'lib',
  message: 'api',
  meta: 'lib',
  order: 'platform',
  output_name: 'api',
  own_key: 'platform',
  own_service: 'platform',
  package: 'platform',
  passkey: 'auth',
  passage: 'api',
  period: 'ledger',
  phone_sign_in: 'auth',
  process: 'lib',
  profile: 'auth',
  preset: 'platform',
  project: 'api',
  publication: 'platform',
  publication_like: 'platform',
  provider_key: 'platform',
  push: 'push',
  push_message: 'push',
  redemption: 'platform',
  redemption_code: 'platform',
  refresh_token: 'auth',
  refund: 'platform',
  report: 'platform',
  run: 'runs',
  service_change: 'platform',
  session: 'auth',
  share: 'api',
  short_link: 'platform',
  shown_version: 'lib',
  site: 'platform',
  taken_file: 'moderation',
  twoFactor: 'auth',
  user: 'platform',
  verification: 'auth'
}

const SWEEP = 'one sweep removes everything that has expired'
const GUEST = 'a guest begins, signs up and ends together with a plan and a key'
const SITE = 'a site moves or ends together with the rows of its users'
const SIZE = 'chats, deleted accounts and sweeps measure and remove conversations alike'
const SIGNED_IN = 'a blocked or deleted user is signed out everywhere at once'
const SPENT = 'a charge and what a plan or key has spent change together'
const PERIOD = 'a plan, its fund and its periods change together'

/** Files that write tables of another folder, and why they must. */
export const ACROSS: Readonly<Record<string, string>> = {
  'src/servers/api/guests/begin.ts': GUEST,
  'src/servers/api/guests/claim.ts': GUEST,
  'src/servers/api/guests/sweep.ts': GUEST,
  'src/servers/api/sweeper.ts': SWEEP,
  'src/servers/api/tasks/stop.ts': 'a deleted task takes its events and files with it',
  'src/servers/auth/account/admins.ts': 'a site passes to another admin when an account ends',
  'src/servers/auth/unproven-access.ts': 'all earlier access to an account ends at once',
  'src/servers/conversations/size.ts': SIZE,
  'src/servers/ledger/key-limit.ts': SPENT,
  'src/servers/ledger/ledger.ts': SPENT,
  'src/servers/ledger/periods.ts': PERIOD,
  'src/servers/lib/first-run.ts': 'the first site is written before any part has started',
  'src/servers/lib/database/migrations/027-library.ts':
    'a migration writes the columns of its own version',
  'src/servers/moderation/take-down.ts': 'a share that is taken down is closed at once',
  'src/servers/people/devices.ts': SIGNED_IN,
  'src/servers/people/erase.ts': 'an account ends in one transaction',
  'src/servers/platform/applications/changes.ts': PERIOD,
  'src/servers/platform/operation/blocks.ts': SIGNED_IN,
  'src/servers/platform/packages/seed.ts':
    'the first packages are written once, which meta remembers',
  'src/servers/platform/periods/reminders.ts': PERIOD,
  'src/servers/platform/periods/withdraw.ts': PERIOD,
  'src/servers/platform/sites/move.ts': SITE,
  'src/servers/platform/sites/pictures.ts': 'the images of a site are files',
  'src/servers/platform/sites/removal.ts': SITE,
  'src/servers/metrics/ledger-check-store.ts': 'meta keeps the last check of the ledger',
  'src/servers/push/keys.ts': 'the push keys are made once, and meta keeps them',
  'src/servers/platform/users/users.ts': 'an account and its profile change together'
}

const WRITES = /\b(?:insertInto|updateTable|deleteFrom)\(\s*(?:'(\w+)'|(\w+))/g

/**
 * Finds writes of a table outside the folder that owns it. A table whose name is in a variable counts
 * as foreign, since nobody can tell whose it is.
 */
export function foreignWrites(file: string, text: string): string[] {
  const [, folder] = /^src\/servers\/([^/]+)\//.exec(file) ?? []
  if (folder === undefined) return []
  return [...text.matchAll(WRITES)].flatMap(([, table, variable]) => {
    if (table === undefined) return [`${file} writes the tables of ${variable}`]
    const owner = OWNERS[table]
    return owner === folder ? [] : [`${file} writes ${table} of ${owner ?? 'no folder'}`]
  })
}
