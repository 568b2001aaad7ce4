import { serveJobs } from '#media/serve-jobs.ts'
import { LEDGER_JOBS } from '#servers/metrics/ledger-job.ts'

serveJobs(LEDGER_JOBS)
