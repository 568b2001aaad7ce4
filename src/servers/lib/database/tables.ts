import type { Selectable } from 'kysely'
import type { ConversationTable, MessageTable, PassageTable, ShareTable } from '#servers/lib/database/chat-tables.ts'
import type { Defaulted, Json, Micro, Time } from '#servers/lib/database/columns.ts'
import type { OwnKeyTable, ProviderKeyTable } from '#servers/lib/database/key-tables.ts'
import type { PeriodTable, RedemptionCodeTable, RedemptionTable, RefundTable } from '#servers/lib/database/money-tables.ts'
import type { AuditTable, BlockTable, ProcessTable, ReportTable, TakenFileTable } from '#servers/lib/database/operation-tables.ts'
import type {
  CodeTable,
  GrantTable,
  GuestTable,
  HubSessionTable,
  MailTable,
  OpaqueTable,
  PhoneSignInTable,
  ProfileTable,
  RefreshTokenTable,
  SessionTable,
  SiteTable,
  UserTable
} from '#servers/lib/database/people-tables.ts'
import type {
  DistributionHistoryTable,
  DistributionLevelTable,
  DistributionStatusTable,
  OrderTable,
  PackageTable,
  ChatModelTable,
  ServiceChangeTable,
  ShortLinkTable
} from '#servers/lib/database/shop-tables.ts'

/** Facts of the deployment itself: its placeholder origin, the setup token's hash, whether it is initialised. */
export type MetaTable = { key: string; value: string }

export type ApplicationTable = {
  id: string
  user_id: string
  type: 'Usage' | 'Period'
  scope: 'Individual' | 'Global'
  /** Empty for a global application. */
  service_id: string
  used: Defaulted<Micro>
  expired_at: Time | null
  /** When its person was last told that it runs low. */
  low_told_at: Defaulted<Time | null>
  created_at: Time
  updated_at: Time
}

export type FundKind = 'real' | 'sandbox'

/** The cached sum of an application's ledger entries of one kind; never below zero. */
export type FundTable = {
  application_id: string
  kind: FundKind
  remaining: Micro
  /** The period whose credits it holds; empty while none runs, null for a plan that has none. */
  period: Defaulted<string | null>
}

/** Append-only: unique on kind + reference, so that nothing is booked twice. */
export type LedgerTable = {
  id: string
  application_id: string
  fund: FundKind
  kind: 'free' | 'order' | 'period' | 'hold' | 'settle' | 'release' | 'lapse' | 'refund'
  reference: string
  amount: Micro
  /** The period that was running when it was booked. */
  period: Defaulted<string | null>
  created_at: Time
}

export type CredentialTable = {
  id: string
  application_id: string
  user_id: string
  name: string
  type: 'Token' | 'Identity'
  /** Origin it was made for, one credential each; null for a named key. */
  host: string | null
  token_hash: string
  /** Encrypted token, for origin credentials only. */
  token_box: string | null
  expired_at: Time | null
  /** Most that may be spent with it, in micro-credits; null for as much as its application has. */
  limited: Defaulted<Micro | null>
  created_at: Time
  updated_at: Time
}

export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** One piece of charged work, and its receipt. */
export type RunTable = {
  id: string
  service: string
  action: string
  user_id: string
  application_id: string
  credential_id: string | null
  conversation_id: string | null
  origin: string
  state: RunState
  fund: FundKind
  held: Micro
  charged: Micro
  measure: 'measured' | 'estimated' | null
  reason: string
  status_code: number
  trace_id: string
  /** Process that works on it, and until when it may be believed to. */
  lease_owner: string
  lease_until: Time
  /** When its person asked to stop it, for the process that works on it to see. */
  stop_at: Time | null
  created_at: Time
  finished_at: Time | null
  /** Of tasks: who does it and what the vendor calls it, once it has accepted. */
  provider: string | null
  reference: Json | null
  request: Json | null
  response: Json | null
  callback_url: string | null
  /** When it must have ended; when it is looked at next; when it was first handed to the vendor. */
  deadline_at: Time | null
  poll_at: Time | null
  started_at: Time | null
  /** 0 to 100. */
  progress: number | null
  /** When its person deleted it: from then on only its receipt is told. */
  deleted_at: Time | null
}

export type RunRow = Selectable<RunTable>

/** What an output of a task is called, and as which of its values: later tasks find it by that. */
export type OutputNameTable = { name: string; run_id: string; value: string }

/** A call that spends or creates, by its owner's own key, so that it happens once. */
export type IdempotencyTable = {
  owner: string
  route: string
  key: string
  body_hash: string
  run_id: string | null
  status: number | null
  answer: Json | null
  /** Which call is at work on it, and until when it counts as alive. */
  lease_owner: string
  lease_until: Time
  /** Result of its transaction, encrypted. The next process reads it here after a crash. */
  effect: string | null
  created_at: Time
}

/** Something kept for a person: the id is the capability that opens it. */
export type FileTable = {
  id: string
  user_id: string
  purpose: 'upload' | 'output'
  name: string
  type: string
  size: number
  sha256: string
  blob: string
  run_id: string | null
  created_at: Time
}

/** One message to a caller's own address about the end of a task. */
export type CallbackTable = {
  id: string
  user_id: string
  run_id: string
  url: string
  body: Json
  state: 'waiting' | 'delivered' | 'given_up'
  attempts: number
  status_code: number | null
  note: string
  next_at: Time
  give_up_at: Time
  created_at: Time
}

/** Numbered pieces of a run, in the order readers get them. */
export type EventTable = { run_id: string; seq: number; data: Json; created_at: Time }

/** Free amounts of real money that were given on a day (days since 1970), to one address or at one site. */
export type FreeSlotTable = { key: string; day: number; slot: number }

export type Tables = {
  meta: MetaTable
  user: UserTable
  session: SessionTable
  account: OpaqueTable
  verification: OpaqueTable
  twoFactor: OpaqueTable
  passkey: OpaqueTable
  profile: ProfileTable
  site: SiteTable
  code: CodeTable
  grant: GrantTable
  guest: GuestTable
  refresh_token: RefreshTokenTable
  hub_session: HubSessionTable
  phone_sign_in: PhoneSignInTable
  mail: MailTable
  application: ApplicationTable
  fund: FundTable
  ledger: LedgerTable
  credential: CredentialTable
  conversation: ConversationTable
  message: MessageTable
  passage: PassageTable
  share: ShareTable
  run: RunTable
  event: EventTable
  output_name: OutputNameTable
  idempotency: IdempotencyTable
  file: FileTable
  callback: CallbackTable
  free_slot: FreeSlotTable
  provider_key: ProviderKeyTable
  own_key: OwnKeyTable
  service_change: ServiceChangeTable
  chat_model: ChatModelTable
  package: PackageTable
  order: OrderTable
  period: PeriodTable
  refund: RefundTable
  redemption_code: RedemptionCodeTable
  redemption: RedemptionTable
  distribution_level: DistributionLevelTable
  distribution_status: DistributionStatusTable
  distribution_history: DistributionHistoryTable
  short_link: ShortLinkTable
  audit: AuditTable
  block: BlockTable
  report: ReportTable
  taken_file: TakenFileTable
  process: ProcessTable
}
