/**
 * Every bound the host holds a server to, in one place. What a limit refuses is told to the person and
 * recorded, never dropped in silence.
 */
export const limits = {
  /** Open questions of one server, and of all servers together. */
  openQuestionsPerServer: 8,
  openQuestions: 64,
  /** Questions that one call may ask from its start to its end. */
  questionsPerCall: 10,
  /** How often a call may be sent again, with answers or without (2026-07-28, and after opened addresses). */
  roundsPerCall: 10,
  /** Bytes of UTF-8. */
  messageBytes: 64 * 1024,
  /** Of an address that a server wants opened. */
  urlCharacters: 8_000,
  schemaBytes: 256 * 1024,
  fields: 200,
  choices: 10_000,
  /** How often a field may refer on to another description. */
  referenceDepth: 8,
  /** A message from a server beyond this closes the server (bytes). */
  serverMessageBytes: 10 * 1024 * 1024,
  /** Milliseconds a question stays open when its server's entry names no other limit. */
  questionMs: 125_000,
  /** A permission, an approval or a change of the rules stays open so long: the person may be away (ms). */
  permissionMs: 10 * 60_000,
  /** Less than this left on a question that was never shown: it expires unseen (ms). */
  leastTimeToShowMs: 15_000,
  /** Silence after which a call is given up; stands still while a question of it is open (ms). */
  callSilenceMs: 60_000,
  /** Connecting to a server and listing its tools, where its entry names no other limit: it may first be fetched (ms). */
  connectMs: 60_000,
  /** A program has so long to end after its input ended, and again after it was asked to (ms). */
  programEndMs: 2_000,
  /** While a call runs: silence after which a server is asked whether it is there, and how long it has to answer (ms). */
  pulseMs: 15_000,
  pulseAnswerMs: 10_000,
  /** The person's login shell has so long to tell its variables (ms). */
  loginShellMs: 5_000,
  /** Asking a server which revision it speaks, where the newer one is tried first (ms). */
  probeMs: 5_000,
  /** After painted, shown, focused, moved, resized: nothing is accepted for so long (ms). */
  armingMs: 600,
  /** The longest time between a key or button going up and the accept that follows it (ms). */
  gestureMs: 1_000,
  /** What a pattern of a server may take on one answer (ms). */
  patternMs: 100,
  /** How long the app waits for the last replies when it quits (ms). */
  quitMs: 1_000,
  /** How long an ended question says why it ended before its window goes (ms). */
  endedShownMs: 3_000,
  /** The record goes on in a new file beyond this (bytes). */
  auditFileBytes: 64 * 1024 * 1024,
  /** Of one answer of the model: what it may write, in how many pieces, and how long it may be silent (ms). */
  modelCharacters: 1_000_000,
  modelMessages: 200_000,
  modelSilenceMs: 120_000,
  /** Of the model's page, for one answer: requests to its provider, bytes of one, and of a reply. */
  providerRequests: 4,
  providerRequestBytes: 8 * 1024 * 1024,
  providerReplyBytes: 64 * 1024 * 1024,
  /** Answers with calls in them, and calls, before the person has to say that the model goes on. */
  modelSteps: 20,
  modelCallsPerStep: 20,
  /** Calls that were not allowed, after which the rest of the turn is not asked about. */
  modelDenials: 5,
  /** What is sent to the model of one conversation, and of one result in it (characters). */
  contextCharacters: 300_000,
  resultCharacters: 50_000,
  /** Of one result, as a conversation keeps it. */
  keptResultCharacters: 100_000,
  /** Of one message that the person writes. */
  messageCharacters: 200_000,
  /** Characters of a result that the workbench shows. */
  shownResultCharacters: 100_000,
} as const;
