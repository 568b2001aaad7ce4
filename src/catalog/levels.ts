/**
 * Referral levels: from `threshold` US dollars paid by invitees, the inviter earns `percentage` per
 * cent of their payments.
 */
export const REFERRAL_LEVELS: readonly { threshold: number; percentage: number }[] = [
  { threshold: 0, percentage: 10 },
  { threshold: 100, percentage: 12 },
  { threshold: 1000, percentage: 15 },
  { threshold: 10_000, percentage: 20 }
]
