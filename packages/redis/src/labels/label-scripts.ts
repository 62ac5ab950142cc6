import { KEPT_EVENTS, KEPT_MOVES } from '@cuecard/labels';
import { Script } from '../connection/script.js';

// Each makes one step for all who write: nothing happens between what it reads and what it writes. The first command of
// each that writes is the one that can fail, so that a failure changes nothing.

const CLOCK = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
`;

/** KEYS: head, labels, log. ARGV: the epoch to begin with, or nothing. */
export const READ = new Script(`
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if not epoch and ARGV[1] ~= '' then
  redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'revision', 0)
end
local last = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)
local head = redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'superseded')
return {head[1], head[2], head[3], redis.call('HVALS', KEYS[2]), last[1] and last[1][1] or '0-0'}
`);

/**
 * KEYS: head, labels, log, protected, restoring, instances, digests, moves of the label. ARGV: the move, the field of the
 * label, and how the keys begin that say what instances serve.
 */
export const MOVE = new Script(`${CLOCK}
local write, field, serves = cjson.decode(ARGV[1]), ARGV[2], ARGV[3]
local head = redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'superseded')
local epoch, revision = head[1] or '', tonumber(head[2] or '0')
local function refuse(refused, name, value)
  local refusal = {refused = refused}
  if name then refusal[name] = value end
  return cjson.encode(refusal)
end

local isBehind = redis.call('EXISTS', KEYS[5]) == 1
if write.known.epoch == epoch then
  isBehind = isBehind or write.known.revision > revision
elseif write.known.epoch ~= '' then
  local isSuperseded = false
  for _, each in ipairs(cjson.decode(head[3] or '[]')) do
    isSuperseded = isSuperseded or each == write.known.epoch
  end
  isBehind = isBehind or not isSuperseded
end
if isBehind then return refuse('behind') end

for _, each in ipairs(redis.call('LRANGE', KEYS[8], 0, -1)) do
  local move = cjson.decode(each)
  if move.operation == write.operation then return cjson.encode({move = move}) end
end

if (write.why == cjson.null or not write.isExpected) and redis.call('SISMEMBER', KEYS[4], write.label) == 1 then
  return refuse('protected')
end

local found = redis.call('HGET', KEYS[2], field)
local present = found and cjson.decode(found) or {version = cjson.null, percent = cjson.null}
if write.isExpected and write.expect ~= present.version then
  return found and refuse('mismatch', 'present', present) or refuse('mismatch')
end

if not write.force then
  local name = write.kind .. ' ' .. write.name
  local lacking = {}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[6], now, '+inf')) do
    local key = serves .. (redis.call('HGET', KEYS[7], id) or '')
    if redis.call('SISMEMBER', key, name) == 1 and redis.call('SISMEMBER', key, name .. '@' .. write.version) == 0 then
      lacking[#lacking + 1] = id
    end
  end
  table.sort(lacking)
  if #lacking > 0 then return refuse('lacking', 'instances', lacking) end
end

local record = {
  kind = write.kind, name = write.name, label = write.label, version = write.version,
  percent = write.isShared and write.percent or present.percent,
  revision = revision + 1, by = write.by, why = write.why, at = now, operation = write.operation,
}
local kept = cjson.encode(record)
record.from, record.fromPercent, record.forced = present.version, present.percent, not write.isExpected
local move = cjson.encode(record)
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ${KEPT_EVENTS}, (revision + 1) .. '-0', 'move', move)
redis.call('HSET', KEYS[1], 'revision', revision + 1)
redis.call('HSET', KEYS[2], field, kept)
redis.call('LPUSH', KEYS[8], move)
redis.call('LTRIM', KEYS[8], 0, ${KEPT_MOVES - 1})
return cjson.encode({move = record})
`);

/** KEYS: head, log. */
export const LATE = new Script(`
local revision = redis.call('HGET', KEYS[1], 'revision')
if not revision then return end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ${KEPT_EVENTS}, revision .. '-' .. redis.call('HINCRBY', KEYS[1], 'lates', 1), 'late', '1')
`);

/**
 * KEYS: instances, digests, what is served. ARGV: the instance, its digest, for how long both hold, and how much is served.
 * Returns whether all of that is there.
 */
export const ANNOUNCE = new Script(`${CLOCK}
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
  redis.call('HDEL', KEYS[2], id)
  redis.call('ZREM', KEYS[1], id)
end
redis.call('PEXPIRE', KEYS[3], ARGV[3] * 4)
return redis.call('SCARD', KEYS[3]) == tonumber(ARGV[4])
`);

/** KEYS: head, labels, log, restoring. ARGV: the state, and then each field of a label with its record. */
export const RESTORE = new Script(`
local state = cjson.decode(ARGV[1])
local head = redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'superseded')
if redis.call('GET', KEYS[4]) ~= 'allowed' or tonumber(head[2] or '0') >= state.revision then return 0 end
local superseded = {}
for _, each in ipairs(cjson.decode(head[3] or '[]')) do
  if each ~= state.epoch then superseded[#superseded + 1] = each end
end
if head[1] and head[1] ~= state.epoch then superseded[#superseded + 1] = head[1] end
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('HSET', KEYS[1], 'epoch', state.epoch, 'revision', state.revision)
redis.call('HSET', KEYS[1], 'superseded', #superseded > 0 and cjson.encode(superseded) or '[]')
for _, each in ipairs(state.records) do
  redis.call('HSET', KEYS[2], each[1], each[2])
end
return 1
`);
