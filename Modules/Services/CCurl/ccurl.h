#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

// Loading libcurl and the more than 20 libraries that it needs takes about 5 ms, a quarter of the startup time of a program. For
// this reason, they are loaded at the first call to libcurl instead of at startup.

static inline void *ccurl_symbol(const char *name) {
#ifdef __APPLE__
    void *library = dlopen("libcurl.4.dylib", RTLD_NOW);
#else
    void *library = dlopen("libcurl.so.4", RTLD_NOW);
#endif
    void *symbol = library ? dlsym(library, name) : NULL;
    if (symbol) return symbol;
    fprintf(stderr, "error: cannot load libcurl: %s; install libcurl4\n", dlerror());
    exit(127);
}

/// The libcurl function with the given name. Each use of the macro looks up the function once.
#define CCURL(name) \
    ({ \
        static __typeof__(name) *function; \
        __typeof__(name) *found = __atomic_load_n(&function, __ATOMIC_ACQUIRE); \
        if (!found) __atomic_store_n(&function, found = (__typeof__(name) *)ccurl_symbol(#name), __ATOMIC_RELEASE); \
        found; \
    })

static inline CURLcode ccurl_global_init(long flags) { return CCURL(curl_global_init)(flags); }

static inline CURL *ccurl_easy_init(void) { return CCURL(curl_easy_init)(); }
static inline void ccurl_easy_reset(CURL *handle) { CCURL(curl_easy_reset)(handle); }
static inline void ccurl_easy_cleanup(CURL *handle) { CCURL(curl_easy_cleanup)(handle); }
static inline const char *ccurl_easy_strerror(CURLcode code) { return CCURL(curl_easy_strerror)(code); }

static inline struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
    return CCURL(curl_slist_append)(list, text);
}

static inline void ccurl_slist_free_all(struct curl_slist *list) { CCURL(curl_slist_free_all)(list); }

static inline CURLM *ccurl_multi_init(void) { return CCURL(curl_multi_init)(); }
static inline CURLMcode ccurl_multi_cleanup(CURLM *multi) { return CCURL(curl_multi_cleanup)(multi); }

static inline CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *handle) {
    return CCURL(curl_multi_add_handle)(multi, handle);
}

static inline CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *handle) {
    return CCURL(curl_multi_remove_handle)(multi, handle);
}

static inline CURLMsg *ccurl_multi_info_read(CURLM *multi, int *count) {
    return CCURL(curl_multi_info_read)(multi, count);
}

/// Waits for at most the given time. The wait ends earlier if a transfer can advance, or after `ccurl_multi_wakeup`.
static inline CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) {
    return CCURL(curl_multi_poll)(multi, NULL, 0, milliseconds, NULL);
}

static inline CURLMcode ccurl_multi_wakeup(CURLM *multi) { return CCURL(curl_multi_wakeup)(multi); }

static inline CURLMcode ccurl_multi_perform(CURLM *multi) {
    int running;
    return CCURL(curl_multi_perform)(multi, &running);
}

// Swift cannot call variadic functions, so each kind of option has its own function.

typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_fields(CURL *handle, struct curl_slist *fields) {
    return CCURL(curl_easy_setopt)(handle, CURLOPT_HTTPHEADER, fields);
}

static inline CURLcode ccurl_set_error_text(CURL *handle, char *buffer) {
    return CCURL(curl_easy_setopt)(handle, CURLOPT_ERRORBUFFER, buffer);
}

static inline void ccurl_set_receivers(CURL *handle, ccurl_receiver header, ccurl_receiver body, void *context) {
    CCURL(curl_easy_setopt)(handle, CURLOPT_HEADERFUNCTION, header);
    CCURL(curl_easy_setopt)(handle, CURLOPT_HEADERDATA, context);
    CCURL(curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, body);
    CCURL(curl_easy_setopt)(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return CCURL(curl_multi_setopt)(multi, option, value);
}

/// Restricts a handle to HTTP and HTTPS. The type of the option changed in libcurl 7.85.
static inline CURLcode ccurl_set_http_alone(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return CCURL(curl_easy_setopt)(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return CCURL(curl_easy_setopt)(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/// Allows a transfer to end while its host is being looked up. Before libcurl 7.87, the transfer waits for the lookup.
static inline CURLcode ccurl_set_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return CCURL(curl_easy_setopt)(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    return CURLE_OK;
#endif
}
