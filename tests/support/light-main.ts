// The servers with quick hashes and light media. `npm test` bundles this file once for all journeys.
import '#servers/production.mjs'
import './quick-hash.ts'
import './light-media.ts'
import { runServer } from '#servers/main.ts'

await runServer()
