/**
 * The exchange rates of one day. They only show prices in a reader's own currency; orders are in US
 * dollars.
 */
export const EXCHANGE_RATES = {
  date: '2025-11-03',
  perDollar: {
    usd: 1,
    cny: 7.12,
    eur: 0.867,
    gbp: 0.761,
    jpy: 154.1,
    krw: 1430,
    pln: 3.69,
    rsd: 101.6,
    rub: 80.8,
    sar: 3.75,
    sek: 9.49,
    uah: 42
  }
} as const satisfies { date: string; perDollar: Record<string, number> }
