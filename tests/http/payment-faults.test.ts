import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { systemClock } from '#core/clock.ts'
import { readRemaining } from '#servers/ledger/ledger.ts'
import { openDatabase } from '#servers/lib/database/database.ts'
import { createReconciler } from '#servers/platform/orders/reconcile.ts'
import { COMPILED } from '../support/compiled.ts'
import { freshStore, type Store } from '../support/database.ts'
import { doseOf } from '../support/dose.ts'
import { ledgerFaults, orderFor, packageOf, planOf } from '../support/shop.ts'
import {
  startStripeServer,
  STRIPE_KEY,
  STRIPE_SECRET,
  type StripeServer
} from '../support/stripe-server.ts'
import { CALLBACK } from '../support/stripe-world.ts'
import { programPath } from '../support/test-programs.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let store: Store
let stripe: StripeServer
let environment: Record<string, string>
let child: ChildProcess | undefined
beforeEach(async () => {
  store = await freshStore(undefined, true)
  stripe = await startStripeServer()
  environment = {
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
    STRIPE_URL: stripe.url,
    RATE_LIMITS: 'off',
    FREE_AMOUNT: '0'
  }
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await stripe.close()
  await store.remove()
})

/** Opens a studio on the test's database. No process may be using the database. */
async function open(): Promise<TestStudio> {
  const database = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })
  return openStudio({ database, environment, clock: { ...systemClock, advance: () => undefined } })
}

async function begunOrder(): Promise<{ ada: TestPerson; order: Order }> {
  const studio = await open()
  const ada = await person(studio)
  const made = await orderFor(studio, ada, (await packageOf(studio, 10)).id)
  const order = await json<Order>(
    studio.call(`/api/v1/orders/${made.id}/pay/`, {
      json: { pay_way: 'Stripe' },
      token: ada.token.access_token
    })
  )
  await studio.close()
  return { ada, order }
}

/** Sends the message to a new process, and kills the process at the point where it pauses. */
async function killOver(
  message: { body: string; headers: Record<string, string> },
  pauseAt: 'before' | 'after'
): Promise<void> {
  const all = {
    ...environment,
    PORT: '0',
    DATA_DIR: store.dataDir,
    LOG_LEVEL: 'silent',
    ...(store.databaseUrl !== null && { DATABASE_URL: store.databaseUrl })
  }
  const argument = JSON.stringify({ environment: all, still: pauseAt })
  const env = { ...process.env, ...COMPILED }
  child = spawn(process.execPath, [programPath('payment'), argument], {
    env,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const paused = waitForOutput(child, /(still)\n/)
  const url = await waitForOutput(child, /ready (\S+)\n/)
  const answer = fetch(`${url}${CALLBACK}`, { method: 'POST', ...message }).then(
    response => response.text(),
    () => 'cut off'
  )
  expect(await Promise.race([paused, answer])).toBe('still')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  expect(await answer).toBe('cut off')
}

/**
 * Waits until the process has printed text that matches the pattern.
 * @returns the first group of the match
 */
function waitForOutput(from: ChildProcess, pattern: RegExp): Promise<string> {
  const said = new Promise<string>((resolve, reject) => {
    let output = ''
    from.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = pattern.exec(output)
      if (found !== null) resolve(found[1] ?? '')
    })
    from.once('exit', code =>
      reject(new Error(`ended with ${code} before it said ${pattern}: ${output}`))
    )
  })
  // A test that fails before it awaits this kills the process, which is no second failure.
  said.catch(() => undefined)
  return said
}

describe('a process that is killed during a payment', () => {
  test.each([
    ['before', 'Pending', 0],
    ['after', 'Finished', 10]
  ] as const)(
    '%s its commit leaves the order %s, and repeated messages grant the credits once',
    async (pauseAt, state, credits) => {
      const { ada, order } = await begunOrder()
      const paid = stripe.pay(order.pay_id ?? '')
      await killOver(stripe.message('checkout.session.completed', paid), pauseAt)
      const studio = await open()
      const stateAndCredits = async (): Promise<[string, number]> => {
        const { state: now } = await json<Order>(
          studio.call(`/api/v1/orders/${order.id}`, { token: ada.token.access_token })
        )
        return [now, (await planOf(studio, ada, ada.application.id)).remaining_amount]
      }
      expect(await stateAndCredits()).toEqual([state, credits])
      const again = stripe.message('checkout.session.completed', paid)
      await Promise.all(
        Array.from({ length: 5 }, () => studio.call(CALLBACK, { method: 'POST', ...again }))
      )
      expect(await stateAndCredits()).toEqual(['Finished', 10])
      expect(await ledgerFaults(studio)).toEqual([])
      await studio.close()
    }
  )

  test.each(doseOf([0, 40], 1))(
    'without another message, the payment is counted after %d days',
    async days => {
      const { ada, order } = await begunOrder()
      await killOver(
        stripe.message('checkout.session.completed', stripe.pay(order.pay_id ?? '')),
        'before'
      )
      const studio = await open()
      const { database, clock } = studio.context
      const context = { ...studio.context, clock: { now: () => clock.now() + days * 86_400_000 } }
      const reconciler = createReconciler(context, 0)
      expect(await reconciler.sweep()).toBe(1)
      await reconciler.sweep()
      expect(
        await json(studio.call(`/api/v1/orders/${order.id}`, { token: ada.token.access_token }))
      ).toMatchObject({ state: 'Finished' })
      expect(await readRemaining(database.db, ada.application.id, 'sandbox')).toBe(10_000_000)
      expect(await ledgerFaults(studio)).toEqual([])
      await studio.close()
    }
  )
})
