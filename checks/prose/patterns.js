// The wording patterns that `words.js` counts: how translated English reads, and what to write instead.

/** The areas of prose. */
export const PROSE = ['comments', 'tests', 'titles', 'docs', 'messages', 'page'];

/**
 * Finds text to rewrite, by its words or by its length.
 * @typedef {object} Pattern
 * @property {string} hint what to write instead
 * @property {readonly string[]} [areas] all prose by default
 * @property {RegExp} [regex]
 * @property {number} [maxWords]
 */

/** @typedef {'type' | 'function' | 'method' | 'parameter' | 'local' | 'file'} Kind of a name */
/** @typedef {{ hint: string, kinds: readonly Kind[], regex: RegExp, except?: RegExp }} NamePattern */

/** @type {Readonly<Record<string, Pattern>>} */
export const PATTERNS = {
  // Passive and personified verbs
  tell: {
    hint: 'notify, report, log, return',
    regex:
      /\b(?:told|tells?|telling)\b(?! (?:(?:\w+ ){0,3}apart|the (?:difference|whole)|from\b))(?<!\bcan(?:not)? tell)/i,
  },
  ask: {
    hint: 'request, call, check, prompt for',
    regex:
      /\b(?:is|are|was|were|be|been|being) (?:\w+ )?asked (?:for|of|about|nothing)\b|\basks? (?:nobody|nothing|no one|elsewhere)\b/i,
  },
  hear: { hint: 'is notified', regex: /\bhear(?:s|d|ing)?\b/i },
  said: {
    hint: 'reported, logged, or drop it',
    regex: /\b(?:is|are|was|were|been|being) (?:\w+ )?said\b(?! before\b)/i,
  },
  says: {
    hint: 'reports, returns, logs',
    regex: /^says?\b|\bsays? (?:nothing|no more|so|on whose)\b/i,
  },
  speak: { hint: 'connect to', regex: /\b(?:speak|speaks|spoken|speaking) to\b/i },
  'let-in': { hint: 'accept, authorize', regex: /\blets?(?: \w+){0,3} in\b(?! (?:the|a|an|one|this|its)\b)/i },
  leave: {
    hint: 'disconnect',
    regex: /\bclients? (?:that |who )?(?:has |have )?(?:leaves?|left|goes away|gone)\b|\bgo(?:es)? away\b/i,
  },

  // Subjects and nouns
  nobody: { hint: 'name the subject: no client, every caller', regex: /\b(?:nobody|somebody|everybody|anybody)\b/i },
  'nothing-of': {
    hint: 'make the verb negative: does not …',
    regex: /\bnothing (?:of|that)\b|\bnone (?:that|which)\b/i,
  },
  'is-no': {
    hint: 'is not a …, is invalid',
    regex:
      /(?<!\bthere )\b(?:is|are|was|were|be) (?:none\b|no (?!longer|more|less|fewer|later|earlier|larger|smaller|higher|lower|deeper|after|part|need|way\b|reason|room|other|place to|such)[a-z]\w*)/i,
  },
  'what-clause': {
    hint: 'name the thing: the request, the argument, the response',
    regex:
      /(?:[.;:,] |\b(?:of|for|with|in|to|from|as|than|and|but|or|besides?|at|puts?|gets?|drops?|keeps?|takes?) )what (?:is|was|were|are|has|have|comes|came|goes|stands|cannot|can|may|needs)\b/i,
  },
  'wh-summary': {
    hint: 'begin with a noun, or a verb in the third person',
    areas: ['comments', 'tests'],
    regex: /^(?:What|Who|Whom|Where|Why|Which|Those|Of|Whose)\b/,
  },
  'those-of': {
    hint: 'repeat the noun',
    regex: /(?:^|(?<!\bsuch as)[:;,(] |\b(?:or|and|is|are|by|for|only|into|CODE) )(?:that|those) of (?!course)/i,
  },
  whatever: {
    hint: 'any, every, regardless of',
    regex: /\b(?:whoever|whatever|whichever|whomever)\b|\bhowever (?:often|many|much|long|deep|large|it|they|a|the)\b/i,
  },
  texts: {
    hint: 'string, text (uncountable), text content',
    regex:
      /\btexts\b|\b(?:a|an|one|another|each|every|whole|no|any) text\b(?! (?:block|content|file|field|message|node|resource|editor|match|string|argument|input|box|part|area))/i,
  },
  sound: { hint: 'audio', regex: /\b(?:a|an|the|no|and) sounds?\b(?! like)|\bsounds\b(?! like)/i },
  notice: {
    hint: 'notification',
    regex:
      /\b(?:one|no|a|its|later|missed|another|offers?|for|with) notices?\b(?! (?:that|of the abort|of dep))|\bnotices\b(?! (?:that|when|if|folders|within|a|the)\b)/i,
  },
  person: { hint: 'user', regex: /\b(?:the|a|no|each|its|whose|which) persons?\b/i },
  ways: {
    hint: 'path, channel, how',
    regex:
      /\b(?:the|a|each|both|absolute|its) ways? (?:to (?:it|a|the|its|reach)|of a|in which|there)\b|\bby the same ways\b/i,
  },

  // Words with a plain modern equivalent
  stands: {
    hint: 'is, appears',
    regex: /\bstand(?:s|ing)?\b(?!s? (?:for|in for|out|alone)\b)(?!-)/i,
  },
  'goes-by': { hint: 'depends on, uses', regex: /\b(?:go|goes|going|went) by\b(?! (?:default|itself))/i },
  'let-go': { hint: 'release, dispose of', regex: /\blet(?:s|ting)? go\b/i },
  anew: { hint: 'again, from scratch, re-', regex: /\banew\b/i },
  beside: { hint: 'next to, alongside, in addition to, except', regex: /\bbesides?\b/i },
  'of-own': {
    hint: 'its own …',
    regex:
      /\bof (?:its|their|your|his|our|my) own\b(?=[.,;:)]|$| (?:and|or|for|in|as|by|with|that|which|to|from|on|at|is|are|has|have|comes?|once|where|when|each|first|also|beside|until|than|but|so|outside)\b)/i,
  },
  mend: { hint: 'fix', regex: /\bmend(?:s|ed|ing)?\b/i },
  'any-more': { hint: 'no longer', regex: /\bany ?more\b/i },
  'old-idiom': {
    hint: 'forever, as usual, except, no longer',
    regex: /\bfor (?:good|ever)\b|\bas ever\b|\bno more(?=[.,;:)]|$)|\b(?:nothing|none|nobody|all) but\b|\bbut for\b/i,
  },
  holds: {
    hint: 'apply',
    regex:
      /(?<!\bwhat (?:it )?)\bholds? (?:for|too|likewise|beside|by default)\b|\b(?:rules?|limits?|groups?) holds?\b/i,
  },
  there: {
    hint: 'exists, is missing, is installed',
    regex: /\b(?:is|are|was|were) (?:not |already |no longer |still )?there\b(?! (?:is|are|a|an|no|was)\b)/i,
  },
  gone: { hint: 'deleted, removed, disconnected', regex: /\b(?:is|are|was|were|has|have) (?:\w+ )?gone\b/i },
  'makes-of': {
    hint: 'turns … into, renders, does with',
    regex: /\b(?:makes?|becomes?|become) of\b|\bmade of a (?:text|source|body|class)\b/i,
  },
  'in-words': { hint: 'as text', regex: /\bin words\b|\bin the words of\b|\bin (?:its|their) own words\b/i },
  'place-of': {
    hint: 'replace, instead of',
    regex: /\bin the place of\b|\b(?:take|takes|took|taken|taking) the place of\b/i,
  },
  'is-to': {
    hint: 'should, must, will, or an active verb',
    regex:
      /\b(?:is|are|was|were) (?:not )?to (?:be|come|go|say|do|give|have|happen|end|look|mend|silence|make|take|show|hold|stay|find|keep|see|read|change)\b(?!\?)/i,
  },

  // Sentence structure
  'fronted-of': {
    hint: 'put the subject first',
    regex: /(?:^|[.;:] )of (?:several|two|many|all|what|those|these|both)\b/i,
  },
  'also-tail': {
    hint: 'even if, including',
    regex:
      /(?:, |^)also (?:where|when|if|in|on|after|behind|past|with|without|for|from|as|by|once|those|under|over|through|one)\b/i,
  },
  'pied-piping': {
    hint: 'split the sentence; whose, with …',
    regex:
      /(?<!\b(?:any|many|most|some|each|all|none|both|one|two|half|examples?) )\bof (?:which|whom)\b|\bwith which\b/i,
  },
  'give-it': {
    hint: 'pass, set, use, with the noun',
    areas: ['messages'],
    regex:
      /\b[Gg]ive (?:it (?:one|some|all|as)\b|one of (?:them|these)(?=$|[.:])|one (?:or the other|of \d)|fewer\b|another\b)/,
  },
  'sentence-long': { hint: 'two sentences', areas: ['docs'], maxWords: 40 },

  // Test titles
  'title-fragment': {
    hint: 'begin with a verb in the third person; the subject is the describe block',
    areas: ['titles'],
    regex: /^(?:that|whose|which|of|and|but|or|nor|also|so|unless|not|are|have|were)\b/,
  },
  'title-wh': {
    hint: 'name the thing that the test is about',
    areas: ['titles'],
    regex: /^(?:what|who|whom|whoever|whatever)\b/i,
  },
  'title-long': { hint: 'at most 12 words: one behaviour per test', areas: ['titles'], maxWords: 16 },
};

const READ = ['docs', 'comments'];

/** Patterns that documentation and comments of the source may not have at all. @type {Readonly<Record<string, Pattern>>} */
export const STRICT = {
  told: { hint: 'reports, returns, logs, rejects', areas: READ, regex: /\btold\b(?! apart)|\btells\b/ },
  anyone: {
    hint: 'anyone who, no one, or the subject itself',
    areas: READ,
    regex: /\b(?:who|no|some)(?:ever|body)\b/i,
  },
  round: {
    hint: 'around',
    areas: READ,
    regex:
      /(?<!\b(?:a|the|each|one|every|per|next|first|last|this|further|other) )\bround(?= (?:a|an|the|it|them|its|each|every|all|calls|handlers|whom)\b)/,
  },
  'no-more': { hint: 'no longer', areas: READ, regex: /\bno more(?= ?[.,;:)])/ },
  'ones-own': { hint: 'your own', areas: READ, regex: /\bone[’']s own\b|\boneself\b/ },
  mended: { hint: 'fix', areas: READ, regex: /\bmend(?:s|ed|ing)?\b/ },
  'of-others': { hint: 'other people’s, or the subject itself', areas: READ, regex: /\bof others\b/ },
  latin: { hint: 'for example; that is', areas: READ, regex: /\be\.g\.|\bi\.e\./ },
  wordy: { hint: 'to; use', areas: READ, regex: /\bin order to\b|\butili[sz]e[sd]?\b/ },
  filler: { hint: '(nothing)', areas: READ, regex: /\b(?:simply|obviously|basically|of course)\b/i },
  twice: { hint: 'the word once', areas: READ, regex: /\b(?!that\b|had\b|CODE\b)([a-z]+) \1\b/i },
};

const IRREGULAR =
  'told|said|given|known|held|kept|left|lost|found|sent|seen|unseen|shown|taken|written|broken|drawn|made|meant|spoken|gone|left out|chosen|begun|lent|put|set up|caught|spent|split|torn|worn|drawn|grown';
const PAST = IRREGULAR.replaceAll(/ (\w)/g, (_, letter) => letter.toUpperCase());
const CAPITAL_PAST = PAST.replaceAll(/\b\w/g, (letter) => letter.toUpperCase());

/** Patterns of declared names. They apply to src; test fixtures may have any name, so in tests only file names count. `except` holds usual nouns. @type {Readonly<Record<string, NamePattern>>} */
export const NAMES = {
  'participle-type': {
    hint: 'a noun: PendingRequest, RemoteEntry, LogRecord',
    kinds: ['type'],
    regex: new RegExp(`^(?:[A-Z][a-z]+ed|${CAPITAL_PAST})$`),
    except: /^(?:Feed|Seed|Need|Speed|Embed|Bed|Shed|Red|Breed|Deed|Id|Shared|Nested|Unauthorized|Typed)$/,
  },
  'gerund-type': {
    hint: 'a noun, or `…Options` for a bag of parameters',
    kinds: ['type'],
    regex: /^[A-Z][a-z]+ing$/,
    except:
      /^(?:Binding|Encoding|Heading|Finding|Timing|Setting|Warning|String|Mapping|Rendering|Naming|Booking|Training|Routing|Logging|Tracing|Testing|Mounting|Ring|Thing|Ping)$/,
  },
  'vague-type': {
    hint: 'what it is: Location, Path, Slot, Segment, MetadataOptions',
    kinds: ['type'],
    regex:
      /^(?:About|At|Common|Counts|Extra|Fact|Home|Other|Others|Parts?|Pieces?|Places?|Reach|Several|Site|Situation|Specifics|Spot|Stuff|Surroundings|Thing|Turns|Ways?|What|Where|Who|Wish|Words)$/,
  },
  'inside-type': {
    hint: '…State, …Internals of the library that it describes',
    kinds: ['type'],
    regex: /Inside$/,
  },
  'participle-function': {
    hint: 'a verb: format, parse, resolve, clip',
    kinds: ['function', 'method'],
    regex: new RegExp(`^#?(?:${PAST}|(?:[a-z]+ed))(?:By|In|Of|From|To|At|On)?$`),
    except:
      /^#?(?:aborted|connected|closed|ended|destroyed|disposed|enabled|disabled|embed|feed|need|speed|seed|rejected|changed|cancelled|received|failed|updated|opened|finished|shared|nested|typed|read|sent|trusted|untrusted|cached)$/,
  },
  'pronoun-function': {
    hint: 'a verb and a noun: definitionsOfKind, createPackFault',
    kinds: ['function', 'method'],
    regex: /^#?(?:of|who|what|where|why|no|not|such|so|which)[A-Z]/,
    except: /^#?(?:not(?:Found|e|ify|Modified|ation)|noop|noColor)/,
  },
  'vague-value': {
    hint: 'input, options, requested, expected, max, min, deleted',
    kinds: ['parameter', 'local'],
    regex: /^(?:given|asked|told|said|wanted|most|least|meant|gone|made|what|which|why|whose)$/,
  },
  'vague-file': {
    hint: 'the noun that the file exports',
    kinds: ['file'],
    regex:
      /(?:^|-)(?:given|made-up|kept|told|said|asked|asking|wanted|meant|remembered|offered|settled|explained|unseen|shown|viewing|following|followers|retelling|reach|once-over|in-time|loaded-by-node|own|ways?|places?|strange|stray|odd|stand-ins|half|lost|beside|anew|called|accessing|to-server|computer|turns|waiting|unsent|at-the-edges|no-room|standing-alone)(?:-|\.|$)/,
  },
};
