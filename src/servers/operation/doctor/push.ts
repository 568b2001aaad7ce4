import { connectDatabase, databaseExists } from '#servers/lib/database/database.ts'
import { requireSchema } from '#servers/lib/database/migrate.ts'
import { readPushKeys } from '#servers/push/keys.ts'
import {
  createFindings,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'

const { ok, skipped, failed } = createFindings('push')

/** Checks that the keys of push messages can be opened with our SECRET. */
export async function checkPush({ config, secrets }: DoctorNeeds): Promise<Finding[]> {
  const place = { url: config.databaseUrl, dataDir: config.dataDir }
  if (!databaseExists(place) || secrets === null)
    return [skipped('Polymuse was never started here.')]
  let database: ReturnType<typeof connectDatabase> | null = null
  try {
    database = connectDatabase(place)
    await requireSchema(database.db)
    const keys = await readPushKeys({ database, secrets })
    return [
      keys === null
        ? skipped('No browser gets push messages yet. The first one makes the keys.')
        : ok(
            config.mail === null && config.hosts.hub === null
              ? 'The keys of push messages are there.'
              : `The keys of push messages are there. Push services can write to ${config.mail?.from ?? config.hosts.hub}.`
          )
    ]
  } catch (error) {
    // The check of the database says so when it does not answer.
    return error instanceof Error && error.message.includes('sealed')
      ? [
          failed(
            'The keys of push messages were sealed with another SECRET.',
            'Start with the SECRET that this database was made with, or name that one in SECRET_PREVIOUS.'
          )
        ]
      : [skipped('The database cannot be read.')]
  } finally {
    await database?.close()
  }
}
