// The servers with the site, as `src/servers/main.ts` starts them, except that they may call the
// push service of a test (`PUSH_HOST`) although its address is private.
import '#servers/production.mjs'
import './quick-hash.ts'
import './light-media.ts'
import { readConfig } from '#servers/config.ts'
import { listen } from '#servers/listen.ts'
import { createStudio } from '#servers/studio.ts'
import { sayReady } from './compiled.ts'

const { PUSH_HOST: host = '', ...environment } = process.env
const config = readConfig(environment)
const tasks = { trustedHosts: [host] }
const { url } = await listen(await createStudio(config, { site: true, api: { tasks } }), config)
sayReady(url)
