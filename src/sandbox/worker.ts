import { serveJobs } from '#media/serve-jobs.ts'
import { SANDBOX_JOBS } from '#sandbox/jobs.ts'

serveJobs(SANDBOX_JOBS)
