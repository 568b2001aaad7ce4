// The server that `bench/gateway.ts` measures, as `npm start` runs it. It also gives a plan credits
// without a payment.
import { credit } from '#servers/ledger/ledger.ts'
import { connectDatabase } from '#servers/lib/database/database.ts'
import { builtServers } from '../servers.ts'

/** A message from the parent process. It asks for credits for a plan, or for the server to stop. */
export type ServerQuestion = { ask: 'credit'; applicationId: string } | { ask: 'stop' }

const { startServer } = await builtServers()
const server = await startServer(process.env)
process.send?.({ url: server.url })
process.on('message', (asked: ServerQuestion) => void answer(asked))

async function answer(asked: ServerQuestion): Promise<void> {
  if (asked.ask === 'credit') {
    await giveCredits(asked.applicationId)
    process.send?.({})
  } else {
    await server.stop()
    process.exit(0)
  }
}

async function giveCredits(applicationId: string): Promise<void> {
  const database = connectDatabase({
    url: process.env['DATABASE_URL'] ?? null,
    dataDir: process.env['DATA_DIR'] ?? ''
  })
  const booking = { applicationId, reference: 'bench', amount: 1e12, now: Date.now() }
  await database.transaction(tx => credit(tx, 'order', { ...booking, fund: 'real' }))
  await database.close()
}
