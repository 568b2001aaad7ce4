/** Writes a command of the launcher as root runs it, with the settings and rights of the service. */
function asService(command: string): string {
  return `sudo systemd-run --pipe --wait --collect --uid=polymuse \\
  --property=EnvironmentFile=/etc/polymuse.env \\
  /opt/polymuse/current/polymuse ${command}`
}

/** Joins commands that are copied together. */
function inTurn(...commands: string[]): string {
  return commands.join('\n')
}

const SCALE = 'docker compose --env-file polymuse.env -f compose.scale.yaml'

/**
 * Every command of the operating guide. `tests/operate-docs.test.ts` runs each one; programs of the
 * system, such as systemctl and docker, are replaced there, and their words are checked.
 */
export const OPERATE_COMMANDS = {
  try: inTurn(
    'tar -xf polymuse-*-linux-x64.tar.gz',
    'cd polymuse-*-linux-x64/',
    './polymuse start'
  ),
  service: 'sudo ./install.sh --url https://studio.example',
  setup: 'sudo journalctl -u polymuse | grep setup= | tail -n 1',
  docker: inTurn(
    'npm run release',
    'docker compose up --detach',
    'docker compose logs studio | grep setup= | tail -n 1'
  ),
  podman: inTurn(
    'sudo podman build -f deploy/image/Dockerfile -t polymuse release',
    'sudo cp deploy/polymuse.container /etc/containers/systemd/',
    'sudo systemctl daemon-reload',
    'sudo systemctl start polymuse'
  ),
  kubernetes: inTurn(
    'cp deploy/polymuse.env.example deploy/kubernetes/polymuse.env',
    'kubectl apply --kustomize deploy/kubernetes'
  ),
  image: inTurn(
    'docker build -f deploy/image/Dockerfile -t registry.example/polymuse release',
    'docker push registry.example/polymuse'
  ),
  source: inTurn('npm install', 'npm start'),
  resolve: 'getent hosts studio.example',
  restart: inTurn('sudo editor /etc/polymuse.env', 'sudo systemctl restart polymuse'),
  caddy: inTurn(
    'sudo apt-get install caddy',
    'sudo cp /opt/polymuse/current/deploy/Caddyfile /etc/caddy/Caddyfile',
    'sudo editor /etc/caddy/Caddyfile',
    'sudo systemctl reload caddy'
  ),
  nginx: inTurn(
    'sudo apt-get install nginx certbot',
    `sudo certbot certonly --webroot -w /var/www/html -d studio.example \\
  --deploy-hook 'systemctl reload nginx'`,
    'sudo cp /opt/polymuse/current/deploy/nginx.conf /etc/nginx/sites-available/polymuse',
    'sudo editor /etc/nginx/sites-available/polymuse',
    'sudo ln -s ../sites-available/polymuse /etc/nginx/sites-enabled/polymuse',
    'sudo rm /etc/nginx/sites-enabled/default',
    'sudo nginx -t && sudo systemctl reload nginx'
  ),
  certificate: inTurn(
    `sudo certbot certonly --webroot -w /var/www/html --cert-name studio.example \\
  -d studio.example -d second.example`,
    'sudo systemctl reload nginx'
  ),
  scaleStart: inTurn('npm run release', `${SCALE} up --detach`),
  scaleRestart: `for name in studio-1 studio-2 studio-3; do
  ${SCALE} up --detach --no-deps --force-recreate $name
  until ${SCALE} exec $name /opt/polymuse/polymuse ready; do sleep 1; done
  sleep 2
done`,
  scaleUpgrade: inTurn(
    'sudo install -d -o 10001 -m 700 /var/backups/polymuse',
    'npm run release',
    `${SCALE} build`,
    `${SCALE} run --rm \\
  --volume /var/backups/polymuse:/backups studio-1 upgrade /backups`
  ),
  backupFolder: 'sudo install -d -o polymuse -m 700 /var/backups/polymuse',
  backup: asService('backup /var/backups/polymuse'),
  drill: asService('backup --drill'),
  restore: inTurn(
    'sudo systemctl stop polymuse',
    'sudo mv /var/lib/polymuse /var/lib/polymuse.before',
    'sudo install -d -o polymuse -m 700 /var/lib/polymuse',
    'sudo ls /var/backups/polymuse',
    asService('restore /var/backups/polymuse/polymuse-2026-11-27T04-00-00Z'),
    'sudo systemctl start polymuse'
  ),
  upgradeTry: inTurn('sudo ./install.sh --no-start', asService('upgrade --dry-run')),
  upgrade: inTurn(
    asService('upgrade /var/backups/polymuse'),
    'sudo systemctl daemon-reload',
    'sudo systemctl restart polymuse'
  ),
  upgradeDocker: inTurn(
    'npm run release',
    'docker compose build',
    'docker compose run --rm studio upgrade /data/backups',
    'docker compose up --detach'
  ),
  upgradeSource: inTurn(
    'cd /opt/polymuse',
    'sudo chown -R polymuse:polymuse /opt/polymuse',
    'sudo -H -u polymuse npm install',
    'sudo -H -u polymuse npm run build',
    'sudo systemctl restart polymuse'
  ),
  back: inTurn(
    'sudo systemctl stop polymuse',
    'ls /opt/polymuse',
    'sudo ln -sfn 0.1.0 /opt/polymuse/current'
  ),
  ready: 'curl -fsS http://127.0.0.1:4321/readyz',
  metrics: inTurn(
    'echo METRICS_PORT=9464 | sudo tee -a /etc/polymuse.env',
    'sudo systemctl restart polymuse',
    'curl -fsS http://127.0.0.1:9464/metrics'
  ),
  prometheus: inTurn(
    'sudo apt-get install prometheus',
    'cd /opt/polymuse/current/deploy/prometheus',
    'sudo cp prometheus.yml polymuse.rules.yml /etc/prometheus/',
    'sudo systemctl restart prometheus'
  ),
  log: 'sudo journalctl -u polymuse --since today',
  settingsRights: 'sudo chmod 600 /etc/polymuse.env',
  secret: 'openssl rand -hex 32',
  operators: asService('operator'),
  operatorAdd: asService('operator add ada@example.com'),
  operatorRemove: asService('operator remove ada@example.com'),
  setupAgain: asService('operator setup-link'),
  hardening: 'systemd-analyze security polymuse',
  ledger: asService('check-ledger'),
  audit: asService('check-audit'),
  providers: asService('check-providers'),
  modelServer: 'curl -fsS http://127.0.0.1:11434/v1/models',
  doctor: asService('doctor'),
  trace: 'sudo journalctl -u polymuse | grep TRACE_ID'
} as const

export type OperateCommand = keyof typeof OPERATE_COMMANDS
