// Runs the tests of a program, and prints the log.
#pragma once
#include "children.cuh"

static int run_all(const Test *const *all, size_t count, int argc, char **argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--times") options.times = strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--seconds") options.seconds = atof(argv[i + 1]);
    else if (name == "--silence") options.silence = atof(argv[i + 1]);
    else if (name == "--limit") options.limit = atof(argv[i + 1]);
    else if (name == "--seed") options.seed = strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--stress") options.settings = std::max(1, atoi(argv[i + 1]));
    else if (name == "--setting") options.setting = atoi(argv[i + 1]);
    else if (name == "--test") options.only.push_back(argv[i + 1]);
    else { fprintf(stderr, "unknown option %s; there are --times N, --seconds S, --silence S, --limit S, --seed N, --stress N, --setting N, --test PART-OF-NAME\n", argv[i]); return 2; }
  }
  if (argc % 2 == 0) { fprintf(stderr, "%s needs a value\n", argv[argc - 1]); return 2; }
  std::vector<const Test *> tests;
  for (size_t i = 0; i < count; ++i) {
    bool wanted = options.only.empty();
    for (const std::string &part : options.only) wanted |= std::string(all[i]->name).find(part) != std::string::npos;
    if (wanted) tests.push_back(all[i]);
  }
  const std::string device = machine();
  if (device.empty()) { fprintf(stderr, "there is no GPU that CUDA can use\n"); return 2; }
  char date[32];
  const time_t now = time(nullptr);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
  random_state = options.seed;
  printf("{\"format\": 1, %s, \"date\": \"%s\", \"seed\": %llu,\n\"stress\": [", device.c_str(), date, options.seed);
  bool first = true;
  for (const Stress &one : settings(options.settings)) {
    printf("%s\n  {\"stride\": %u, \"byLocation\": %s, \"apart\": %s, \"mixed\": %s, \"shuffled\": %s, \"delay\": %u, \"late\": \"%s\", \"noise\": %u, \"extra\": %u, \"touch\": %u, \"rotate\": %u, \"lanes\": %u}",
           first ? "" : ",", one.stride, one.by_location ? "true" : "false", one.apart ? "true" : "false", one.mixed ? "true" : "false",
           one.shuffled ? "true" : "false", one.delay, one.is_late ? "thread" : "warp", one.noise, one.extra, one.touch, one.rotate, one.lanes);
    first = false;
  }
  printf("],\n\"tests\": [");
  first = true;
  for (size_t from = 0; from < tests.size();) {
    std::string why;
    for (const std::string &line : worked(tests, from, options, why)) {
      printf("%s\n  %s", first ? "" : ",", line.c_str());
      first = false;
      ++from;
    }
    if (why.empty()) break;
    if (from < tests.size()) {
      printf("%s\n  %s", first ? "" : ",", entry_of(*tests[from], "failed", why).c_str());
      first = false;
      ++from;
    }
    fflush(stdout);
  }
  printf("]}\n");
  return 0;
}
