import type { AuditTables } from '#servers/lib/database/audit-tables.ts'
import type {
  ConversationTable,
  MessageTable,
  PassageTable,
  ShareTable
} from '#servers/lib/database/chat-tables.ts'
import type {
  DefaultedColumn,
  JsonText,
  MicroCredits,
  UnixMillis
} from '#servers/lib/database/columns.ts'
import type { ComparisonVoteTable } from '#servers/lib/database/comparison-tables.ts'
import type {
  KeyRestTable,
  OwnKeyTable,
  ProviderKeyTable
} from '#servers/lib/database/key-tables.ts'
import type {
  LibraryItemTable,
  LibrarySourceTable,
  LibraryWordsTable,
  ProjectTable
} from '#servers/lib/database/library-tables.ts'
import type {
  PeriodTable,
  RedemptionCodeTable,
  RedemptionTable,
  RefundTable
} from '#servers/lib/database/money-tables.ts'
import type {
  BlockTable,
  DriftTable,
  FeaturedTable,
  OwnServiceTable,
  ProcessTable,
  ReportTable,
  TakenFileTable
} from '#servers/lib/database/operation-tables.ts'
import type { PresetTable } from '#servers/lib/database/preset-tables.ts'
import type {
  PublicationLikeTable,
  PublicationTable
} from '#servers/lib/database/publication-tables.ts'
import type {
  CodeTable,
  DeletedAccountTable,
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
  UserTable,
  PushMessageTable,
  PushTable
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
import type {
  RunTable,
  OutputNameTable,
  CallbackTable,
  EventTable
} from '#servers/lib/database/run-tables.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'

/**
 * Facts of the deployment: its placeholder origin, the setup token's hash, whether it is
 * initialized.
 */
type MetaTable = { key: string; value: string }

/** One row with the version of the content of public pages. Triggers count each change. */
type ShownVersionTable = { version: number }

export type ApplicationTable = {
  id: string
  user_id: string
  type: 'Usage' | 'Period'
  scope: 'Individual' | 'Global'
  /** Empty for a global plan. */
  service_id: string
  used: DefaultedColumn<MicroCredits>
  expired_at: UnixMillis | null
  /** Time at which the user was last emailed that the plan's credits are low. */
  low_told_at: DefaultedColumn<UnixMillis | null>
  created_at: UnixMillis
  updated_at: UnixMillis
}

/** The cached sum of an application's ledger entries of one kind; never below zero. */
type FundTable = {
  application_id: string
  kind: FundKind
  remaining: MicroCredits
  /**
   * Id of the period that granted the fund's credits; empty while no period runs, null for a plan
   * without periods.
   */
  period: DefaultedColumn<string | null>
}

/** Append-only: unique on kind and reference, so that nothing is booked twice. */
export type LedgerTable = {
  id: string
  application_id: string
  fund: FundKind
  kind: 'free' | 'order' | 'period' | 'hold' | 'settle' | 'release' | 'lapse' | 'refund'
  reference: string
  amount: MicroCredits
  /** The period that was running at the time. */
  period: DefaultedColumn<string | null>
  created_at: UnixMillis
}

export type CredentialTable = {
  id: string
  application_id: string
  user_id: string
  name: string
  type: 'Token' | 'Identity'
  /** Origin it was created for, one credential each; null for a named key. */
  host: string | null
  token_hash: string
  /** Encrypted token, for origin credentials only. */
  token_box: string | null
  expired_at: UnixMillis | null
  /** Most micro-credits it may spend; null for no limit but its plan's. */
  limited: DefaultedColumn<MicroCredits | null>
  created_at: UnixMillis
  updated_at: UnixMillis
}

/**
 * A call that spends or creates, with its owner's idempotency key, so that it happens only once.
 */
type IdempotencyTable = {
  owner: string
  route: string
  key: string
  body_hash: string
  run_id: string | null
  status: number | null
  answer: JsonText | null
  /** The call at work on it, and when its lease ends. */
  lease_owner: string
  lease_until: UnixMillis
  /** Result of its transaction, encrypted. After a crash, the next process reads it here. */
  effect: string | null
  created_at: UnixMillis
}

/** A user's file. Everyone who knows its id can open it. */
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
  created_at: UnixMillis
}

/** Free amounts of real money given on a day (days since 1970), to one address or at one site. */
type FreeSlotTable = { key: string; day: number; slot: number }

export type Tables = AuditTables & {
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
  deleted_account: DeletedAccountTable
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
  push: PushTable
  push_message: PushMessageTable
  free_slot: FreeSlotTable
  provider_key: ProviderKeyTable
  key_rest: KeyRestTable
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
  block: BlockTable
  report: ReportTable
  taken_file: TakenFileTable
  process: ProcessTable
  drift: DriftTable
  featured: FeaturedTable
  own_service: OwnServiceTable
  shown_version: ShownVersionTable
  library_item: LibraryItemTable
  library_source: LibrarySourceTable
  library_words: LibraryWordsTable
  project: ProjectTable
  comparison_vote: ComparisonVoteTable
  publication: PublicationTable
  publication_like: PublicationLikeTable
  preset: PresetTable
}
